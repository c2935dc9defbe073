// The Python client's calls: a module a feature, with the types of what they take and answer. What speaks HTTP is written by hand, beside
// them (sdks/python/countinghouse/transport.py).

import { byFeature, type Call, pascal, snake } from './calls.ts';
import type { Member, Shape } from './shapes.ts';

const FOLDER = 'sdks/python/countinghouse';
const notice = '# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.';

// Source: the language, "Keywords", and names that a method's own arguments have.
const reserved: ReadonlySet<string> = new Set([
  ...['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else'],
  ...['except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not', 'or', 'pass', 'raise'],
  ...['return', 'try', 'while', 'with', 'yield', 'self', 'body', 'file', 'timeout', 'idempotency_key'],
]);
const named = (name: string): string => (reserved.has(name) ? `${name}_` : name);
const text = (value: string): string => JSON.stringify(value);

/** The classes of objects, each before what stands on it. */
class Types {
  readonly classes: string[] = [];

  /** The type of a shape; what of it is an object is called `name`. */
  say(shape: Shape, name: string): string {
    const said = this.sayBare(shape, name);
    return shape.nullable && said !== 'Any' ? `${said} | None` : said;
  }

  private sayBare(shape: Shape, name: string): string {
    switch (shape.is) {
      case 'any':
        return 'Any';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'text':
        return shape.values.length === 0 ? 'str' : `Literal[${shape.values.map(text).join(', ')}]`;
      case 'list':
        return `List[${this.say(shape.of, `${name}Item`)}]`;
      case 'map':
        return `Dict[str, ${this.say(shape.of, `${name}Value`)}]`;
      case 'object':
        return this.addClass(shape.members, name);
    }
  }

  private addClass(members: readonly Member[], name: string): string {
    const said = members.map(({ name: member, shape, required }): readonly [string, string] => {
      const type = this.say(shape, `${name}${pascal(member)}`);
      return [member, required ? type : `NotRequired[${type}]`];
    });
    const plain = said.every(([member]) => /^[A-Za-z_]\w*$/.test(member) && named(member) === member);
    const lines = plain
      ? [`class ${name}(TypedDict):`, ...(said.length === 0 ? ['    pass'] : said.map(([member, type]) => `    ${member}: ${type}`))]
      : [
          `${name} = TypedDict(`,
          `    ${text(name)},`,
          '    {',
          ...said.map(([member, type]) => `        ${text(member)}: ${text(type)},`),
          '    },',
          ')',
        ];
    this.classes.push(lines.join('\n'));
    return name;
  }
}

/** `name=value` a line, for a call that takes them by name. */
function methodOf(call: Call, types: Types): string {
  const stem = pascal(call.feature, call.name);
  const answer = call.answer === null ? 'File' : types.say(call.answer, `${stem}Answer`);
  const [required, optional] = [call.query.filter((q) => q.required), call.query.filter((q) => !q.required)];
  const inQuery = ({ name, shape }: Call['query'][number]): string => `${named(name)}: ${types.say(shape, `${stem}${pascal(name)}`)}`;
  const positional = [
    'self',
    ...call.params.map(({ name }) => `${named(name)}: str`),
    ...(call.body === null ? [] : [`body: ${types.say(call.body, `${stem}Body`)}`]),
    ...(call.takesFile ? ['file: File'] : []),
  ];
  const byName = [
    ...required.map(inQuery),
    ...optional.map((q) => `${inQuery(q).replace(/ \| None$/, '')} | None = None`),
    ...(call.repeats === 'one' ? ['idempotency_key: str | None = None'] : []),
    'timeout: float | None = None',
  ];
  const path = call.params.reduce((p, { name }) => p.replace(`{${name}}`, `{segment(${named(name)})}`), call.path);
  const also = call.also.map(({ status, members }) => `${status}: (${members.map((m) => `${text(m)},`).join(' ')})`);
  const sent = [
    text(call.method),
    call.params.length === 0 ? text(path) : `f${text(path)}`,
    ...(call.query.length === 0 ? [] : [`query={${call.query.map(({ name }) => `${text(name)}: ${named(name)}`).join(', ')}}`]),
    ...(call.body === null ? [] : ['body=body']),
    ...(call.takesFile ? ['file=file'] : []),
    `repeats=${text(call.repeats)}`,
    ...(call.repeats === 'one' ? ['idempotency_key=idempotency_key'] : []),
    ...(also.length === 0 ? [] : [`also={${also.join(', ')}}`]),
    ...(call.answer === null ? ['takes_file=True'] : []),
    'timeout=timeout',
  ];
  return [
    `    def ${named(snake(call.name))}(`,
    ...[...positional, '*', ...byName].map((argument) => `        ${argument},`),
    `    ) -> ${answer}:`,
    `        """${call.summary}. Needs the grant \`${call.grant}\`."""`,
    '        return self._transport.call(',
    ...sent.map((argument) => `            ${argument},`),
    '        )',
  ].join('\n');
}

function moduleOf(feature: string, calls: readonly Call[]): string {
  const types = new Types();
  const methods = calls.map((call) => methodOf(call, types));
  const body = [
    ...types.classes,
    `class ${pascal(feature)}:\n    def __init__(self, transport: Transport) -> None:\n        self._transport = transport\n\n${methods.join('\n\n')}`,
  ].join('\n\n\n');
  const typing = ['Any', 'Dict', 'List', 'Literal', 'NotRequired', 'TypedDict'].filter((word) => new RegExp(`\\b${word}\\b`).test(body));
  const transport = ['File', 'Transport', 'segment'].filter((word) => new RegExp(`\\b${word}\\b`).test(body));
  return `${notice}

from __future__ import annotations

${typing.length === 0 ? '' : `from typing import ${typing.join(', ')}\n\n`}from ..transport import ${transport.join(', ')}


${body}
`;
}

/** The client with a member a feature. */
function clientOf(features: readonly string[]): string {
  return `${notice}

from __future__ import annotations

${features.map((feature) => `from .features.${feature} import ${pascal(feature)}`).join('\n')}
from .transport import Transport


class Client(Transport):
    """Calls a server: a member for each feature, a method for each call."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        tenant_id: str | None = None,
        attempts: int = 5,
        timeout: float = 30.0,
    ) -> None:
        super().__init__(url, api_key, tenant_id=tenant_id, attempts=attempts, timeout=timeout)
${features.map((feature) => `        self.${named(feature)} = ${pascal(feature)}(self)`).join('\n')}
`;
}

export function pythonFiles(calls: readonly Call[]): readonly { readonly file: string; readonly text: string }[] {
  const features = byFeature(calls);
  return [
    { file: `${FOLDER}/client.py`, text: clientOf([...features.keys()]) },
    { file: `${FOLDER}/features/__init__.py`, text: `${notice}\n` },
    ...[...features].map(([feature, of]) => ({ file: `${FOLDER}/features/${feature}.py`, text: moduleOf(feature, of) })),
  ];
}
