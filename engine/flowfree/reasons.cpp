#include "flowfree/reasons.hpp"

#include <algorithm>

#include "flowfree/learning.hpp"
#include "flowfree/search.hpp"

namespace puzzlesat::flowfree {

namespace {

constexpr int MAX_STEPS[] = {4, 16, 64};      // of a refutation, tried in this order
constexpr std::int64_t MAX_COST = 2'000'000;  // of all assumptions, in derived links

class Explanation {
public:
    Explanation(const Graph& graph, const std::vector<int>& flow, bool strict)
        : graph_(graph), state(graph, flow, strict) {}

    // The following return false on a contradiction, which is the last step.
    bool start(const std::vector<int>& given = {}) {
        for (const int link : given) add("given", link, used);
        return state.start() && std::all_of(given.begin(), given.end(), [this](int link) {
                   return state.assign(link, used) && state.propagate();
               });
    }
    bool decide(std::string_view rule, int link, Value value) {
        add(rule, link, value);
        return state.assign(link, value) && state.propagate();
    }

    // Refute an assumption, and set its link; return whether one was refuted. If that leads to a
    // contradiction, it is the last step.
    bool refute(Poll& poll) {
        std::vector<int> order;  // chains are short where most links are known
        for (int link = 0; link < graph_.links(); ++link)
            if (state.value(link) == unknown) order.push_back(link);
        const auto open = [this](int link) {
            const auto [x, y] = graph_.ends[link];
            return state.free(x) + state.free(y);
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](int i, int j) { return open(i) < open(j); });
        for (const int most : MAX_STEPS)
            for (const int link : order)
                for (const Value value : {used, unused}) {
                    if (state.steps > MAX_COST) return false;
                    poll.step(16);
                    if (refutes(link, value, most)) return true;
                }
        return false;
    }

    bool is_contradicted() const {
        return !steps().empty() && steps().back().rule == "contradiction";
    }
    const std::vector<Step>& steps() const { return state.notes.list; }

private:
    const Graph& graph_;

    void add(std::string_view rule, int link, Value value) {
        state.notes.add({.rule = rule, .link = link, .value = value});
    }

    bool refutes(int link, Value value, int most) {
        auto& notes = state.notes;
        const std::size_t length = state.length(), first = notes.list.size();
        notes.most = first + 1 + most;
        const bool possible = decide("assume", link, value);
        notes.most = std::numeric_limits<std::size_t>::max();
        state.backtrack(length);
        if (possible) {
            notes.truncate(first);
            return false;
        }
        for (std::size_t i = first; i < notes.list.size(); ++i) notes.list[i].assumed = true;
        decide("refuted", link, opposite(value));
        return true;
    }

public:
    PropagationWith<Steps> state;
};

}  // namespace

void Steps::add(Step step) {
    if (step.link != NONE) {
        if (step.link >= std::ssize(step_of_)) step_of_.resize(step.link + 1, NONE);
        step_of_[step.link] = static_cast<int>(list.size());
    }
    list.push_back(std::move(step));
}

// The step that a rule makes.
template <class State>
static Step step_by(const State& state, int link, Value value, Reason reason) {
    using Rule = Reason::Rule;
    constexpr std::string_view NAMES[] = {"degree", "ring", "touch", "flows", "flow"};
    Step step{.rule = NAMES[static_cast<int>(reason.rule)], .link = link, .value = value};
    if (reason.rule == Rule::degree) {
        step.nodes = {reason.x};
        step.need = state.need(reason.x);
        step.free = state.free(reason.x);
    } else if (reason.rule == Rule::ring) {
        step.nodes = path_from(state, reason.x);
    } else {
        step.nodes = {reason.x, reason.y};
        step.flows = {state.flow(reason.x), state.flow(reason.y)};
        if (step.flows[0] > step.flows[1]) std::swap(step.flows[0], step.flows[1]);
    }
    return step;
}

template <class State>
void Steps::derived(const State& state, int link, Value value, Reason reason) {
    if (reason.rule == Reason::Rule::degree && value == unused)
        list[step_of_[state.latest()]].closed.push_back(link);
    else
        add(step_by(state, link, value, reason));
}

template <class State>
void Steps::contradicted(const State& state, int link, Value value, Reason reason) {
    auto step = step_by(state, link, value, reason);  // a closed link has a step of its own here
    step.because = step.rule;
    step.rule = "contradiction";
    list.push_back(std::move(step));
}

Walkthrough walkthrough(const Graph& graph, const std::vector<int>& flow, bool strict, int links,
                        Poll& poll) {
    Walkthrough found;
    auto search = search_and_learn(graph, flow, strict, 2, max_steps(graph.links()), poll);
    if (!search.ended) throw Stopped{Stopped::Limit::time};
    found.solutions = std::move(search.solutions);
    std::vector<std::vector<char>> uses;  // of each solution, whether it uses a link
    const auto uses_of = [&](const Paths& paths) {
        std::vector<char> all(graph.links(), false);
        for (const int link : links_along(graph, paths)) all[link] = true;
        return all;
    };
    for (const auto& solution : found.solutions) uses.push_back(uses_of(solution));

    Explanation steps(graph, flow, strict);
    const auto& state = steps.state;
    const auto is_enough = [&] {
        return std::count_if(steps.steps().begin(), steps.steps().end(), [](const Step& step) {
                   return step.value == used && !step.assumed;
               }) >= links;
    };
    for (bool possible = steps.start(); possible && !state.complete() && !is_enough();
         possible = !steps.is_contradicted()) {
        if (steps.refute(poll)) continue;
        if (uses.empty()) break;
        // Continue the longest piece of a flow.
        int best = NONE, longest = 0;
        for (int link = 0; link < graph.links(); ++link) {
            if (state.value(link) != unknown || !uses[0][link] ||
                (uses.size() > 1 && uses[1][link]))
                continue;
            for (const int x : graph.ends[link])
                if (state.piece_size(x) > longest) {
                    longest = state.piece_size(x);
                    best = link;
                }
        }
        if (best == NONE) break;
        steps.decide(uses.size() > 1 ? "choice" : "search", best, used);
        if (uses.size() == 1) continue;
        // Another solution that agrees with all steps, if there is one.
        uses.resize(1);
        std::vector<Paths> more;
        learn(graph, flow, strict, state.values(), 2, poll, more);
        for (const auto& paths : more)
            if (auto other = uses_of(paths); other != uses[0] && uses.size() == 1)
                uses.push_back(std::move(other));
    }
    found.steps = steps.steps();
    return found;
}

Hint hint(const Graph& graph, const std::vector<int>& flow, bool strict,
          const std::vector<int>& given, Poll& poll) {
    Explanation steps(graph, flow, strict);
    const auto solutions = [&](std::vector<Value> values, std::size_t wanted) {
        std::vector<Paths> found;
        learn(graph, flow, strict, values, wanted, poll, found);
        return found;
    };
    const auto wrong = [&]() -> Hint {
        const auto all = solutions(std::vector<Value>(graph.links(), unknown), 2);
        if (all.empty()) return {"unsolvable"};
        if (all.size() > 1) return {"wrong"};
        const auto links = links_along(graph, all.front());
        const auto link = std::find_if(given.begin(), given.end(), [&](int x) {
            return std::find(links.begin(), links.end(), x) == links.end();
        });
        return {"wrong", link == given.end() ? NONE : *link};
    };
    if (!steps.start(given)) return wrong();
    const auto& state = steps.state;
    if (solutions(state.values(), 1).empty()) return wrong();
    for (std::size_t i = 0;;) {
        for (; i < steps.steps().size(); ++i) {
            const Step& step = steps.steps()[i];
            if (step.value == used && !step.assumed &&
                std::find(given.begin(), given.end(), step.link) == given.end())
                return {"link", step.link, step};
        }
        if (state.complete()) return {"done"};
        if (!steps.refute(poll)) break;
        if (steps.is_contradicted()) return wrong();
    }
    const auto found = solutions(state.values(), 2);
    if (found.empty()) return wrong();
    std::vector<int> links = links_along(graph, found.front());
    std::sort(links.begin(), links.end());
    for (const int link : links) {
        if (state.value(link) != unknown) continue;
        auto values = state.values();
        values[link] = unused;
        if (found.size() > 1 && !solutions(values, 1).empty()) continue;
        return {"link", link, {.rule = "search", .link = link, .value = used}};
    }
    return {"several"};
}

}  // namespace puzzlesat::flowfree
