# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
