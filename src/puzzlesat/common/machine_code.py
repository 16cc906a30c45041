"""Compiled functions that are run without Numba, which takes longer to be imported than they run.

Numba compiles a function the first time. Its machine code is kept in a file, and llvmlite alone,
which Numba is built on, loads it from there. See `MachineCode` for what can be kept so.
"""

import ctypes
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import numpy as np

from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write

LOADED_ON = "linux"
"""The only system where loading machine code so is tested; elsewhere Numba does it."""

ENDING = ".nbo"
"""Of files with machine code; Numba's own end in .nbi and .nbc."""


class MachineCode:
    """A function that Numba has compiled, or will.

    It takes whole numbers, arrays in C order, and named tuples of these; it makes no arrays, raises
    nothing, and returns a whole number.

    The file stands beside the function's module or, where nothing can be written there, in the
    person's cache; the environment variable ``NUMBA_CACHE_DIR`` names another folder. Its name
    tells what the code depends on: the sources, the types of the arguments, the processor, and the
    versions of Numba and llvmlite. What is not as it was written is not run.

    Parameters
    ----------
    place : str
        ``module:name`` of a function that is marked by `puzzlesat.common.compile.compiler`.
    *sources : str
        Other modules whose text matters, such as those that define its constants.
    """

    def __init__(self, place: str, *sources: str) -> None:
        self.place = place
        self.sources = (place.partition(":")[0], *sources)
        self._types: Sequence[Any] | None = None
        self._function: Callable[..., int] | None = None
        self._engine: Any = None

    def __call__(self, *arguments: Any) -> int:
        """Call the function.

        Raises
        ------
        TypeError
            If the arguments are of other types than in the first call.
        """
        return self.bound(*arguments)()

    def bound(self, *arguments: Any) -> Callable[[], int]:
        """Return what calls the function with these arguments, and need not look at them anew.

        Raises
        ------
        TypeError
            If the arguments are of other types than before.
        """
        if sys.platform != LOADED_ON:
            function = resolve_name(self.place)
            return lambda: int(function(*arguments))
        plain = list(_plain(arguments))
        types = [_type(value) for value in plain]
        if self._function is None:
            self._function = self._loaded(arguments, types)
            self._types = types
        elif types != self._types:
            raise TypeError(f"{self.place} was loaded for arguments of other types")
        result, fault = ctypes.c_int64(), ctypes.c_void_p()
        words = [ctypes.byref(result), ctypes.byref(fault)]
        words += [word for value in plain for word in _words(value)]
        return partial(self._called, words, result, plain)

    def _called(self, words: Sequence[Any], result: ctypes.c_int64, _: Sequence[Any]) -> int:
        """Call the function by what its arguments, which are kept meanwhile, look like to it."""
        assert self._function is not None
        status = self._function(*words)
        assert status == 0, f"{self.place} has raised something"
        return result.value

    def _loaded(self, arguments: Sequence[Any], types: Sequence[Any]) -> Callable[..., int]:
        """Return the function, which is compiled unless a file has it already."""
        import llvmlite.binding as llvm  # it takes some time

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        name = self._name(types)
        kept = next(filter(None, (_read(folder / name) for folder in self._folders())), None)
        symbol, code = kept or self._compiled(arguments, name)
        machine = llvm.Target.from_default_triple().create_target_machine(
            codemodel="jitdefault", jit=True
        )
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        return ctypes.CFUNCTYPE(ctypes.c_int32)(self._engine.get_function_address(symbol))

    def _name(self, types: Sequence[Any]) -> str:
        """Return the name of the file, which tells where the code runs and of what it was made."""
        import llvmlite.binding as llvm

        where, made_of = sha256(), sha256()
        for text in (
            *(_version(name) for name in ("numba", "llvmlite")),
            *(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), repr(types)),
        ):
            where.update(text.encode() + b"\0")
        for module in (__name__, *self.sources):
            made_of.update(_source(module).read_bytes())
        function = self.place.rpartition(".")[2].replace(":", ".")
        return f"{function}-{where.hexdigest()[:12]}-{made_of.hexdigest()[:12]}{ENDING}"

    def _folders(self) -> Iterator[Path]:
        """Yield where the file may stand, the best place first."""
        if "NUMBA_CACHE_DIR" in os.environ:
            yield Path(os.environ["NUMBA_CACHE_DIR"])
        yield _source(self.sources[0]).parent / "__pycache__"
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "puzzlesat"

    def _compiled(self, arguments: Sequence[Any], name: str) -> tuple[str, bytes]:
        """Compile the function, and keep it where that can be; return its symbol and its code."""
        from numba import njit, typeof

        from puzzlesat.common.compile import say_uncached

        told: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        told |= {"nogil": True, "error_model": "numpy", "_nrt": False}
        function = njit(**told)(resolve_name(self.place).py_func)
        types = tuple(map(typeof, arguments))
        function.compile(types)
        made = function.overloads[types]
        assert str(made.signature.return_type) == "int64", made.signature
        assert not made.library.has_dynamic_globals, "the code is of this process alone"
        symbol = made.fndesc.llvm_func_name
        code = made.library.serialize_using_object_code()[2][0]
        for folder in self._folders():
            try:
                _write(folder / name, symbol, code)
            except (OSError, InputError):
                continue
            return symbol, code
        say_uncached()
        return symbol, code


def _version(package: str) -> str:
    """Return a package's version, by the name of the folder beside it that tells of it."""
    beside = _source(package).parents[1]
    told = sorted(folder.name for folder in beside.glob(f"{package}-*.dist-info"))
    if told:
        return " ".join(told)
    from importlib.metadata import version  # it takes some time

    return version(package)


@cache
def _source(module: str) -> Path:
    """Return the file of a module, which is not imported."""
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None, module
    return Path(spec.origin)


def _plain(arguments: Sequence[Any]) -> Iterator[Any]:
    """Yield the numbers and arrays among arguments, and in the tuples among them."""
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from _plain(argument)
        else:
            yield argument


def _type(value: Any) -> tuple[Any, ...]:
    """Return what the machine code depends on of a number or an array."""
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("an array is not in C order")
        return value.dtype.str, value.ndim
    return ("int",)


def _words(value: Any) -> tuple[Any, ...]:
    """Return what Numba passes for a number or an array.

    For an array that nobody counts references to: two empty pointers, the number of items, bytes of
    each, where they are, the shape, and the strides.
    """
    number, nothing = ctypes.c_int64, ctypes.c_void_p(None)
    if not isinstance(value, np.ndarray):
        return (number(value),)
    place = ctypes.c_void_p(value.__array_interface__["data"][0])
    sizes = map(number, (*value.shape, *value.strides))
    return (nothing, nothing, number(value.size), number(value.itemsize), place, *sizes)


def _read(path: Path) -> tuple[str, bytes] | None:
    """Return the symbol and the code in a file, None if it is not there or damaged."""
    try:
        head, _, code = path.read_bytes().partition(b"\n")
        said = json.loads(head)
        if said["sha256"] == _checksum(said["symbol"], code):
            return said["symbol"], code
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        pass
    return None


def _checksum(symbol: str, code: bytes) -> str:
    return sha256(symbol.encode() + b"\0" + code).hexdigest()


def _write(path: Path, symbol: str, code: bytes) -> None:
    """Keep code in a file, in place of what earlier sources gave; other machines keep theirs."""
    with atomic_write(path, binary=True) as file:
        said = {"symbol": symbol, "sha256": _checksum(symbol, code)}
        file.write(json.dumps(said).encode() + b"\n" + code)
    for earlier in path.parent.glob(f"{path.name.rpartition('-')[0]}-*{ENDING}"):
        if earlier != path:
            earlier.unlink(missing_ok=True)
