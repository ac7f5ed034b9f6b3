"""Google ADK: its library loads the sessions that turnwise writes, and an agent continues them.

It runs with the libraries of `not_read.txt`.
"""

import argparse
import asyncio
import json
import logging
import pathlib
import subprocess
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

from google.adk.agents import LlmAgent  # noqa: E402
from google.adk.events import Event  # noqa: E402
from google.adk.models import BaseLlm, LlmResponse  # noqa: E402
from google.adk.runners import Runner  # noqa: E402
from google.adk.sessions import InMemorySessionService, Session  # noqa: E402
from google.genai import types  # noqa: E402

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = ["openai", "openai-responses", "anthropic", "gemini", "bedrock", "ag-ui", "patterpunk", "pi", "sharegpt", "pydantic-ai"]


def contents(session):
    return [(event.content.role, part) for event in session.events if event.content for part in event.content.parts or []]


def check_same(text, session):
    """Each content is what turnwise wrote."""
    written = [event["content"] for event in json.loads(text)["events"]]
    for content, event in zip(written, session.events, strict=True):
        again = types.Content.model_validate(content).model_dump(exclude_none=True)
        assert event.content.model_dump(exclude_none=True) == again, f"{content} became {event.content}"
    ids = [event["id"] for event in json.loads(text)["events"]]
    assert len(set(ids)) == len(ids), "two events have one id"


class Answering(BaseLlm):
    seen: list = []

    async def generate_content_async(self, llm_request, stream=False):
        self.seen.extend(llm_request.contents)
        yield LlmResponse(content=types.Content(role="model", parts=[types.Part(text="Done.")]))


async def continue_with(session):
    """An agent that gets the session. Its model gets every text, call and result of it."""
    model = Answering(model="answering")
    # Answers without a name have this author; those of other agents are quoted.
    runner = Runner(app_name="app", agent=LlmAgent(name="unknown", model=model), session_service=InMemorySessionService())
    stored = await runner.session_service.create_session(app_name="app", user_id="u")
    for event in session.events:
        await runner.session_service.append_event(stored, event)
    message = types.Content(role="user", parts=[types.Part(text="Go on.")])
    events = [event async for event in runner.run_async(user_id="u", session_id=stored.id, new_message=message)]
    assert events[-1].content.parts[0].text == "Done.", events[-1]
    given = " ".join(part.text or "" for content in model.seen for part in content.parts)
    calls = [part.function_call.name for content in model.seen for part in content.parts if part.function_call]
    answered = {part.function_response.id for _, part in contents(session) if part.function_response}
    for _, part in contents(session):
        # The framework leaves out calls that wait for an answer.
        if part.function_call and part.function_call.id not in answered:
            continue
        assert not part.text or part.thought or part.text in given, f"the model does not get {part.text!r}"
        name = part.function_call and part.function_call.name
        assert not name or name in calls or name in given, f"the model does not get the call of {name}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    binary = options.parse_args().binary
    failures, count = [], 0
    for path in sorted((ROOT / "tests/fixtures/adk").glob("*.json")):
        if path.name.startswith(("broken", "extras", "unknown")):
            continue
        value = json.loads(path.read_text())
        if isinstance(value, dict):
            Session.model_validate(value)
            continue
        for row in value:
            event = row["event_data"]
            Event.model_validate(json.loads(event) if isinstance(event, str) else event)
    for format in SOURCES:
        for path in sorted((ROOT / "tests/fixtures" / format).glob("*.json*")):
            if path.name.startswith(("broken", "invalid", "extras")):
                continue
            command = [binary, "convert", "-q", "--isolated", "--from", format, "--to", "adk", "--framing", "lines", "--on-error", "skip"]
            run = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
            for text in run.stdout.split("\n")[:-1]:
                count += 1
                try:
                    session = Session.model_validate_json(text)
                    check_same(text, session)
                    asyncio.run(continue_with(session))
                except Exception as error:  # noqa: BLE001: whatever the library throws is the finding
                    failures.append(f"{format}/{path.name}: {type(error).__name__}: {str(error)[:600]}\n  {text[:1000]}")
    print("\n".join(failures))
    print(f"{count} sessions loaded and continued by Google ADK, {len(failures)} failed")
    return 1 if failures or count < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
