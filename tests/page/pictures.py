"""Screenshots beside kept ones: half the size, in few colours, compared by the share of pixels that differ."""

import io
import os

from PIL import Image, ImageChops, ImageFilter

KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kept")
# Of 255, after a blur: fonts are drawn in different ways by different versions of the browser.
LEAST = 40
SHARE = 0.003


def opened(png, is_small):
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if not is_small:
        return picture
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX)


def difference(a, b):
    """The share of pixels that differ."""
    if a.size != b.size:
        return 1.0
    blurred = [it.convert("RGB").filter(ImageFilter.GaussianBlur(2)) for it in (a, b)]
    bands = ImageChops.difference(*blurred).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(most.histogram()[LEAST:]) / (a.width * a.height)


def compare(name, png, is_update, path=None):
    """Compares a screenshot with the kept one of this name, or with the one at a path, which is in full size; an update keeps it
    instead, if it differs."""
    kept, new = path or os.path.join(KEPT, name + ".png"), opened(png, path is None)
    share = difference(Image.open(kept), new) if os.path.exists(kept) else 1.0
    if share == 0 or (share <= SHARE and not is_update):
        return
    if is_update:
        new.quantize(128, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(kept, optimize=True)
        return
    made = os.path.join(os.environ.get("PAGE_PICTURES", "target"), "page-" + name + ".png")
    new.save(made)
    raise AssertionError(f"{name}: {share:.1%} of the pixels differ from {kept}; see {made}. UPDATE=1 keeps the new one.")
