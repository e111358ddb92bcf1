#!/usr/bin/env python3
# validate.py SCHEMA FILE...: are they as the schema says?
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
checker = jsonschema.Draft202012Validator(schema)
wrong = 0
for name in sys.argv[2:]:
    for error in sorted(checker.iter_errors(json.load(open(name))), key=str):
        deepest = jsonschema.exceptions.best_match([error])
        print(f"{name}: {'/'.join(map(str, deepest.absolute_path))}: {deepest.message[:200]}")
        wrong = 1
sys.exit(wrong)
