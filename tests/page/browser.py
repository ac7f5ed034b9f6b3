"""A headless Chromium for the tests of pages: what a page asks for, says and shows."""

import glob
import os
import shutil
import tempfile
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--font-render-hinting=none",
]
FONTS = "/usr/share/fonts/truetype/dejavu"


def chromium():
    """The path of the browser, or None."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    return next((found for found in (shutil.which(name) for name in names if name) if found), None)


def has_fonts():
    """The fonts that kept pictures were made with are here."""
    return bool(glob.glob(FONTS + "/DejaVuSans.ttf")) and bool(glob.glob(FONTS + "/DejaVuSansMono.ttf"))


def only_these_fonts(folder):
    """Tells the browser of no other fonts: pictures are the same on all machines that have these."""
    rejected = "".join(f"<rejectfont><glob>*{name}*</glob></rejectfont>" for name in ["Math", "Serif", "Condensed", "ExtraLight"])
    aliases = "".join(
        f"<alias binding='same'><family>{name}</family><prefer><family>{font}</family></prefer></alias>"
        for name, font in [("system-ui", "DejaVu Sans"), ("sans-serif", "DejaVu Sans"), ("monospace", "DejaVu Sans Mono")]
    )
    path = os.path.join(folder, "fonts.conf")
    with open(path, "w") as file:
        file.write(
            "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
            f"<dir>{FONTS}</dir><cachedir>{folder}/fonts</cachedir><selectfont>{rejected}</selectfont>{aliases}</fontconfig>"
        )
    os.environ["FONTCONFIG_FILE"] = path


@contextmanager
def browser():
    """The browser, as long as it is used."""
    with tempfile.TemporaryDirectory() as folder:
        if has_fonts():
            only_these_fonts(folder)
        with sync_playwright() as playwright:
            opened = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            yield opened
            opened.close()


class Watched:
    """A page in a window of its own, and everything that it asks for or says."""

    def __init__(self, opened, path, width=1280, height=900, scheme="light", has_script=True, hash=""):
        self.context = opened.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=has_script,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.seen, self.loaded = [], []
        address = "file://" + os.path.abspath(path)
        page, seen = self.page, self.seen
        page.on("console", lambda message: seen.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: seen.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (seen.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda popup: seen.append(f"window: {popup.url}"))
        page.on("download", lambda download: seen.append(f"download: {download.url}"))

        def request(it):
            # Media that are in the page are requests, too.
            if it.url != address and not it.url.startswith("data:"):
                seen.append(f"request: {it.url}")

        page.on("request", request)
        page.on("response", lambda it: self.loaded.append(it.url) if it.url.startswith("http") else None)
        page.goto(address + hash)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def check_quiet(self, name):
        """Nothing was asked for, and nothing was wrong."""
        self.page.wait_for_timeout(0)
        assert not self.seen, (name, [line[:200] for line in self.seen[:5]])
