"""Write the tasks of AgentDojo as JSON: python3 export-agentdojo.py FOLDER-WITH-src.

Every call of a task's ground truth is run by AgentDojo's own tools, once in the plain environment and once with a token in
every place that an attacker can write to. The caller replaces the tokens with the text of an attack.
"""

import contextlib
import copy
import datetime
import json
import sys
import types
from pathlib import Path

source = Path(sys.argv[1]) / "src"
sys.path.insert(0, str(source))
# The package of pipelines imports clients of models, which are not needed here.
pipelines = types.ModuleType("agentdojo.agent_pipeline")
pipelines.__path__ = [str(source / "agentdojo/agent_pipeline")]
sys.modules["agentdojo.agent_pipeline"] = pipelines
player = types.ModuleType("agentdojo.agent_pipeline.ground_truth_pipeline")
player.GroundTruthPipeline = object
sys.modules[player.__name__] = player
sys.modules["requests"] = types.ModuleType("requests")

from agentdojo.functions_runtime import FunctionsRuntime  # noqa: E402
from agentdojo.task_suite.load_suites import get_suites  # noqa: E402


def plain(value):
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(each) for each in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return value


def with_dates(environment):
    """Some copies of the suites keep the current day as text where the ground truth expects a date."""
    calendar = getattr(environment, "calendar", None)
    if isinstance(getattr(calendar, "current_day", None), str):
        calendar.current_day = datetime.date.fromisoformat(calendar.current_day)
    return environment


def play(task, environment, tools):
    before = with_dates(environment.model_copy(deep=True))
    runtime = FunctionsRuntime(tools)
    calls = []
    for call in task.ground_truth(before):
        args = copy.deepcopy(dict(call.args))
        result, error = runtime.run_function(environment, call.function, call.args)
        calls.append({"tool": call.function, "args": plain(args), "result": plain(result), "error": error})
    return calls


def token(vector):
    return f"INJECTED_{vector}_TEXT"


def user_task(task, suite):
    vectors = suite.get_injection_vector_defaults()
    prepare = getattr(task, "init_environment", lambda environment: environment)
    clean = prepare(suite.load_and_inject_default_environment({}))
    attacked = prepare(suite.load_and_inject_default_environment({each: token(each) for each in vectors}))
    calls = play(task, clean, suite.tools)
    try:
        under_attack = play(task, attacked, suite.tools)
    except Exception:
        # Its right calls depend on text that the attacker has replaced.
        under_attack = []
    return {"id": task.ID, "prompt": task.PROMPT, "calls": calls, "attacked": under_attack}


def attack(task, suite):
    environment = suite.load_and_inject_default_environment({})
    return {"id": task.ID, "goal": task.GOAL, "calls": play(task, environment, suite.tools)}


with contextlib.redirect_stdout(sys.stderr):
    suites = {
            name: {
                "tools": [{"name": each.name, "description": each.description} for each in suite.tools],
                "vectors": suite.get_injection_vector_defaults(),
                "tasks": [user_task(each, suite) for each in suite.user_tasks.values()],
                "attacks": [attack(each, suite) for each in suite.injection_tasks.values()],
            }
            for name, suite in get_suites("v1.2.1").items()
        }
print(json.dumps(suites))
