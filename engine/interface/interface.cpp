#include "interface/interface.hpp"

#include <limits>
#include <new>

namespace puzzlesat {

namespace {

double seconds_of(const Json& limit) {
    if (limit.is_null()) return std::numeric_limits<double>::infinity();
    const auto seconds = limit.number();
    refuse_unless(seconds.value_or(-1) >= 0,
                  "the time limit must be a number of seconds from 0 on");
    return *seconds;
}

const Method& method_named(const Json& name) {
    for (const auto methods :
         {floodit_methods(), flowfree_methods(), minesweeper_methods(), picture_methods()})
        for (const auto& method : methods)
            if (name == Json(method.name)) return method;
    throw Refusal("the engine has no method " + (name.string() ? *name.string() : ""));
}

// Refuse arguments that the method does not read, such as misspelt ones.
void check_names(const Method& method, const Json& given) {
    const std::string names = method.arguments, known = ", " + names + ", method, seconds,";
    for (const auto& [name, value] : *given.members())
        refuse_unless(known.find(", " + name + ',') != known.npos,
                      "the method " + std::string(method.name) + " takes no argument " + name +
                          ", only " + names + " and seconds");
}

Json answered(const std::string& request, const Host& host) {
    try {
        const auto arguments = Json::read(request);
        const auto& method = method_named(arguments["method"]);
        check_names(method, arguments);
        Call call(arguments, host);
        return object({{"result", method.run(call)}});
    } catch (const Refusal& refusal) {
        if (refusal.fields.is_null()) return object({{"refusal", refusal.what()}});
        return object({{"refusal", refusal.what()}, {"fields", refusal.fields}});
    } catch (const Stopped& stopped) {
        const bool is_time = stopped.limit == Stopped::Limit::time;
        return object({{"stopped", is_time ? "timeout" : "memory"}});
    } catch (const std::bad_alloc&) {
        return object({{"stopped", "memory"}});
    } catch (const std::invalid_argument& error) {  // from a kernel that checks its arguments
        return object({{"refusal", std::string("the engine refuses this: ") + error.what()}});
    }
}

}  // namespace

Call::Call(const Json& arguments, const Host& host)
    : arguments(arguments),
      poll(seconds_of(arguments["seconds"]), [&host](double) { host.poll.check(); }),
      host_(host) {}

std::string answer(const std::string& request, const Host& host) {
    return answered(request, host).text();
}

}  // namespace puzzlesat
