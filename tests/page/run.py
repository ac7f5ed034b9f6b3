"""Pages in a headless Chromium: run.py --binary target/release/turnwise [NAME…]

Each function named `test_…` opens pages that the program writes. UPDATE=1 keeps new screenshots where they differ from the kept ones.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)

import browser
import inputs
import pictures

WIDTHS = [(390, 844), (820, 900), (1280, 900)]
SCHEMES = ["light", "dark"]

# A page for each line: its name, and the arguments of the program, which prints it, or writes it to PAGE.
PAGES = {
    "show": ["show", "--to", "html", "examples/weather.openai.jsonl"],
    "branches": ["show", "--to", "html", "examples/session.claude-code.jsonl"],
    "findings": ["show", "--to", "html", "--findings", "tests/fixtures/openai/odd-arguments.openai.json"],
    "diff": ["diff", "--html", "PAGE", "examples/weather.openai.jsonl", "examples/weather.anthropic.json"],
    "stats": ["stats", "--html", "--for", "anthropic", "examples/weather.openai.jsonl"],
    "lineage": ["lineage", "--format", "html", "tests/fixtures/pi/branches.jsonl"],
}

# Every tag of a page, and every attribute.
TAGS = set(
    "a article audio b body button caption circle code del details div figcaption figure form h1 head header html img input ins li main mark meta "
    "nav ol output p path pre rect script section strong style summary svg table tbody td text th title tr tspan ul video".split()
)
ATTRIBUTES = set(
    "alt aria-hidden aria-label aria-labelledby aria-pressed charset class content controls cx cy d data-does dir fill height hidden href http-equiv id "
    "lang loading name open placeholder preserveaspectratio r rel role scope src tabindex title type viewbox width x xmlns y".split()
)

LAYOUT = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const boxes = [...document.querySelectorAll("main article")].filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect());
  const out = boxes.filter((it) => it.left < 0 || it.right > innerWidth + 1 || it.height < 10).length;
  const over = boxes.filter((it, index) => index && it.top < boxes[index - 1].bottom - 1 && it.left === boxes[index - 1].left).length;
  return [wide > 0 ? "wider than the window" : "", out ? out + " articles out of the window" : "", over ? over + " articles overlap" : ""]
    .filter(Boolean).join(", ");
}"""

# What a reader of the page by ear, or by keys, would miss.
NAMELESS = """() => [...document.querySelectorAll("button, input, a, summary, img, audio, video, nav, section, article.message")]
  .filter((it) => !(it.getAttribute("aria-label") || it.getAttribute("alt") || it.textContent.trim()
    || document.getElementById(it.getAttribute("aria-labelledby"))))
  .map((it) => it.outerHTML.slice(0, 100)).concat(
    [...document.querySelectorAll("[id]")].map((it) => it.id).filter((id, index, all) => all.indexOf(id) !== index))"""

# What is in the page that we did not put there.
FOREIGN = """([tags, attributes]) => {
  const found = [];
  for (const it of document.querySelectorAll("*")) {
    if (!tags.includes(it.localName)) found.push("<" + it.localName + ">");
    for (const attribute of it.attributes) {
      // Our own script says how high the bar is.
      const isOurs = it === document.documentElement && attribute.name === "style";
      if (!isOurs && !attributes.includes(attribute.name.toLowerCase())) found.push(it.localName + " " + attribute.name);
    }
    const address = it.getAttribute("href") || it.getAttribute("src") || "";
    if (!/^(#|https?:|$)/.test(address) && !/^data:(image|audio|video)\\//.test(address)) found.push(address.slice(0, 60));
  }
  if (document.scripts.length !== 1) found.push(document.scripts.length + " scripts");
  if (window.__ran) found.push("a script ran");
  return [...new Set(found)];
}"""


def until(page, script, key=None):
    """Waits until an expression is true: the policy of the pages forbids the function of the library, which evaluates texts.

    `key`: pressed before each look, where an earlier key may still scroll the page.
    """
    for _ in range(1200):
        if key:
            page.keyboard.press(key)
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {script}")


class LeftOut(Exception):
    """What a test needs is not here."""


class Run:
    """The program, the browser, and a folder."""

    def __init__(self, binary, opened, folder):
        self.binary, self.opened, self.folder = os.path.abspath(binary), opened, folder

    def page(self, name, arguments):
        """Writes a page, and returns its path."""
        path = os.path.join(self.folder, name + ".html")
        arguments = [path if it == "PAGE" else it for it in arguments]
        done = subprocess.run([self.binary, *arguments, "--isolated"], cwd=ROOT, capture_output=True, check=False)
        assert done.returncode in (0, 1), done.stderr.decode()
        if path not in arguments:
            with open(path, "wb") as file:
                file.write(done.stdout)
        return path

    def open(self, path, **options):
        return browser.Watched(self.opened, path, **options)


def test_looks(run):
    """Three widths, light and dark: nothing is asked for, nothing sticks out, and it looks as it did."""
    is_compared = browser.has_fonts()
    for name, arguments in PAGES.items():
        path = run.page(name, arguments)
        for width, height in WIDTHS:
            for scheme in SCHEMES:
                with run.open(path, width=width, height=height, scheme=scheme) as it:
                    wrong = it.page.evaluate(LAYOUT)
                    assert not wrong, (name, width, wrong)
                    if is_compared:
                        pictures.compare(f"{name}-{width}-{scheme}", it.page.screenshot(), bool(os.environ.get("UPDATE")))
                    it.check_quiet(name)
        with run.open(path) as it:
            nameless = it.page.evaluate(NAMELESS)
            assert not nameless, (name, nameless)
            foreign = it.page.evaluate(FOREIGN, [list(TAGS), list(ATTRIBUTES)])
            assert not foreign, (name, foreign)
    if not is_compared:
        raise LeftOut("screenshots are compared only where the DejaVu fonts are")


def test_picture(run):
    """The picture of a page at the top of README.md is current."""
    if not browser.has_fonts():
        raise LeftOut("the picture of the page is compared only where the DejaVu fonts are")
    with run.open(run.page("branches", PAGES["branches"]), width=560, height=840) as it:
        path = os.path.join(ROOT, "docs", "pictures", "page.png")
        pictures.compare("picture", it.page.screenshot(), bool(os.environ.get("UPDATE")), path)


def test_hostile_conversations_do_nothing(run):
    """No script of a conversation runs, nothing is loaded, and there is no element that we did not write."""
    for number, (format, path) in enumerate(inputs.hostile(run.folder)):
        arguments = ["show", "--to", "html", "--from", format, path]
        page = run.page(f"hostile-{number}", arguments)
        title = f"{path}:1 · record 1 · {format}"
        with run.open(page) as it:
            it.page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
            for key in ["e", "j", "Tab", "Enter", "k"]:
                it.page.keyboard.press(key)
            it.page.mouse.move(400, 300)
            foreign = it.page.evaluate(FOREIGN, [list(TAGS), list(ATTRIBUTES)])
            assert not foreign, (path, foreign)
            assert it.page.title().startswith(title), it.page.title()
            it.check_quiet(path)
        if number < 2:
            check_that_it_would_be_found(run, page)
    first = path.replace(f"{len(inputs.HOSTILE) - 1}.jsonl", "0.jsonl")
    assert first != path
    page = run.page("hostile-diff", ["diff", "--html", "PAGE", path, first])
    with run.open(page) as it:
        foreign = it.page.evaluate(FOREIGN, [list(TAGS), list(ATTRIBUTES)])
        assert not foreign, foreign
        it.check_quiet("diff")


def check_that_it_would_be_found(run, page):
    """The same page without its escapes is full of foreign elements, and the policy reports what it stopped."""
    with open(page) as file:
        text = file.read()
    for escape, character in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'")]:
        text = text.replace(escape, character)
    # A page that goes elsewhere could not be looked at.
    text = text.replace("http-equiv=refresh", "")
    path = os.path.join(run.folder, "unescaped.html")
    with open(path, "w") as file:
        file.write(text)
    with run.open(path) as it:
        assert it.page.evaluate(FOREIGN, [list(TAGS), list(ATTRIBUTES)])
        assert it.seen, "the policy stops nothing"
        assert not any(line.startswith(("dialog", "window", "download")) for line in it.seen)
        assert not it.page.evaluate("window.__ran"), "the policy lets a script run"
        assert not it.loaded, "the policy lets something be loaded"


def test_everything_is_there_without_the_script(run):
    """All texts, all branches, and folding, which browsers do by themselves."""
    for name, arguments in PAGES.items():
        path = run.page(name, arguments)
        with run.open(path) as it:
            whole = re.sub(r"\d+ / \d+|[‹›\s]", "", it.page.text_content("main"))
        with run.open(path, has_script=False) as it:
            assert re.sub(r"\s", "", it.page.text_content("main")) == whole, name
            it.check_quiet(name)
    with run.open(run.page("branches", PAGES["branches"]), has_script=False) as it:
        other = it.page.locator(".branch .message").first
        assert not other.is_visible()
        it.page.click(".branches summary")
        it.page.click(".branches li li a")
        assert other.is_visible(), "a browser unfolds the target of a link"
        assert it.page.locator("article#c1m5").is_visible()
        assert not it.page.locator("body > nav form").is_visible()


def test_keys(run):
    """Search, fold, next and previous, and the branches, all with the keyboard alone."""
    with run.open(run.page("show", PAGES["show"])) as it:
        page, shown = it.page, it.page.locator("article:visible")
        assert shown.count() == 12
        page.keyboard.press("/")
        page.keyboard.type("museum")
        until(page, "document.querySelector('output').textContent.startsWith('2 of 12')")
        assert shown.count() == 2
        page.keyboard.press("Escape")
        assert shown.count() == 12 and not page.locator("nav output").first.text_content()
        assert page.locator("main details[open]").count() < page.locator("main details").count()
        page.keyboard.press("e")
        assert page.locator("main details[open]").count() == page.locator("main details").count()
        assert page.get_attribute("[data-does=fold]", "aria-pressed") == "true"
        page.keyboard.press("e")
        assert page.locator("main details[open]").count() == 0
        places = []
        for key in "jjjk" + "j" * 12:
            page.keyboard.press(key)
            places.append(page.evaluate("document.activeElement.id"))
        ids = page.evaluate("[...document.querySelectorAll('article')].map((it) => it.id)")
        steps = [ids[0], ids[1], ids[2], ids[1], *ids[2:]]
        assert places == [*steps, ids[-1], ids[-1]][:len(places)], places
        page.keyboard.press("/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.does") == "back"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.className").startswith("message")
        it.check_quiet("show")


def test_branches(run):
    """One of the branches that fork is shown; buttons, links and the address lead to the others."""
    path = run.page("branches", PAGES["branches"])
    with run.open(path) as it:
        page = it.page
        own, other, rest = (page.locator(f"article#{name}") for name in ["c1m4", "c1b2m5", "c1m5"])

        def check(is_other):
            assert own.is_visible() and other.is_visible() == is_other and rest.is_visible() != is_other
            assert page.locator(".ways output").text_content() == ("1 / 2" if is_other else "2 / 2")

        check(False)
        page.focus(".ways button")
        assert page.locator(".ways button").first.get_attribute("aria-label") == "Previous branch"
        page.keyboard.press("Enter")
        check(True)
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        check(False)
        page.focus(".branches summary")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        check(True)
        page.keyboard.press("/")
        page.keyboard.type("greeting")
        until(page, "document.querySelector('body > nav output').textContent.startsWith('1 of')")
        assert page.locator("article:visible").count() == 1
        page.keyboard.press("Escape")
        check(True)
        page.keyboard.press("e")
        check(True)
        page.focus(".branches li a")
        page.keyboard.press("Enter")
        check(True)
        it.check_quiet("branches")
    with run.open(path, hash="#c1b2m5") as it:
        assert it.page.locator("article#c1b2m5").is_visible() and not it.page.locator("article#c1m5").is_visible()
        it.page.evaluate("location.hash = 'c1m6'")
        until(it.page, "document.querySelector('#c1m6').checkVisibility()")
        assert not it.page.locator("article#c1b2m5").is_visible()
        it.check_quiet("an address")


def test_many_branches(run):
    """Two thousand forks: the page opens, and a switch works."""
    path = os.path.join(run.folder, "forks.jsonl")
    line = {"sessionId": "s", "version": "2", "timestamp": "2026-01-01T00:00:00Z"}
    lines = []
    for number in range(2000):
        parent = f"a{number - 1}" if number else None
        for name in "ba":
            role = "user" if number % 2 == 0 else "assistant"
            lines.append({"type": role, "uuid": f"{name}{number}", "parentUuid": parent, **line,
                          "message": {"role": role, "content": f"{name} says {number}"}})
    inputs.write(path, lines)
    with run.open(run.page("forks", ["show", "--to", "html", "--from", "claude-code", path])) as it:
        assert it.page.locator("article").count() == 4000 and it.page.locator(".ways").count() >= 1999
        assert it.page.locator("article").last.is_visible()
        it.page.locator(".ways button").nth(1).click()
        assert not it.page.locator("article").last.is_visible()
        it.check_quiet("forks")


def test_a_long_session(run):
    """20 MB and 20,000 messages: the page opens, scrolls to its end, and is searched."""
    path = os.path.join(run.folder, "long.jsonl")
    inputs.long(path)
    assert os.path.getsize(path) > 19_000_000
    with run.open(run.page("long", ["show", "--to", "html", path])) as it:
        page = it.page
        assert page.locator("article").count() == 20_000
        page.keyboard.press("End")
        until(page, "(() => { const it = document.getElementById('c1m20000').getBoundingClientRect(); return it.top < innerHeight; })()")
        page.keyboard.press("k")
        until(page, "scrollY === 0", key="Home")
        page.keyboard.press("/")
        page.keyboard.type("message 19999:")
        until(page, "document.querySelector('body > nav output').textContent.startsWith('1 of 20000')")
        it.check_quiet("a long session")


def test_paper(run):
    """Everything is unfolded where it is printed, and buttons are not."""
    with run.open(run.page("show", PAGES["show"])) as it:
        it.page.emulate_media(media="print")
        assert not it.page.locator("body > nav").is_visible()
        assert it.page.evaluate("[...document.querySelectorAll('main details pre')].every((it) => it.getBoundingClientRect().height > 5)")
        it.check_quiet("paper")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if not browser.chromium():
        print("left out: there is no Chromium here (CHROMIUM names one)")
        return
    tests = {name[5:]: test for name, test in globals().items() if name.startswith("test_")}
    with browser.browser() as opened, tempfile.TemporaryDirectory() as folder:
        run = Run(args.binary, opened, folder)
        for name in args.names or tests:
            start = time.monotonic()
            try:
                tests[name](run)
            except LeftOut as why:
                print(f"{name}: {why}")
            print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
