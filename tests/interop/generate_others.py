"""Random conversations of the formats that `generate.py` does not make."""

import made_keprompt


def keprompt(rng):
    return made_keprompt.store(made_keprompt.make(rng, False))
