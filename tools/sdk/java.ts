// The Java client's calls: a class a feature, with the types of what they take and answer. What is answered is a record, what is sent is an object
// whose members are set by name. What speaks HTTP and JSON is written by hand, beside them (sdks/java).

import { byFeature, type Call, camel, pascal } from './calls.ts';
import type { Member, Shape } from './shapes.ts';

const FOLDER = 'sdks/java/src/main/java/io/github/countinghouse';
const notice = '// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.';

// Source: the language, "Keywords" and "Record Components", and names that a method's own arguments have.
const reserved: ReadonlySet<string> = new Set([
  ...['abstract', 'assert', 'boolean', 'break', 'byte', 'case', 'catch', 'char', 'class', 'const', 'continue', 'default', 'do', 'double'],
  ...['else', 'enum', 'extends', 'false', 'final', 'finally', 'float', 'for', 'goto', 'if', 'implements', 'import', 'instanceof', 'int'],
  ...['interface', 'long', 'native', 'new', 'null', 'package', 'private', 'protected', 'public', 'return', 'short', 'static', 'strictfp'],
  ...['super', 'switch', 'synchronized', 'this', 'throw', 'throws', 'transient', 'true', 'try', 'void', 'volatile', 'while'],
  ...['clone', 'finalize', 'getClass', 'hashCode', 'notify', 'notifyAll', 'toString', 'wait'],
  ...['body', 'file', 'query', 'options', 'value'],
]);
const named = (name: string): string => (reserved.has(name) ? `${name}_` : name);
const text = (value: string): string => JSON.stringify(value);
/** As a comment has it, which ends at the first star and slash, and is HTML. */
const said = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('*/', '* /');

/** Whether objects are answered or sent. */
type Way = 'answered' | 'sent';

class Types {
  readonly classes: string[] = [];

  /** The type of a shape; what of it is an object is called `name`. What may be left out is null. */
  say(shape: Shape, name: string, way: Way): string {
    switch (shape.is) {
      case 'any':
        return 'Object';
      case 'integer':
        return 'Long';
      case 'number':
        return 'Double';
      case 'boolean':
        return 'Boolean';
      case 'text':
        return 'String';
      case 'list':
        return `List<${this.say(shape.of, `${name}Item`, way)}>`;
      case 'map':
        return `Map<String, ${this.say(shape.of, `${name}Value`, way)}>`;
      case 'object':
        return this.addClass(shape.members, name, way);
    }
  }

  private addClass(members: readonly Member[], name: string, way: Way): string {
    const taken = new Set<string>();
    const fields = members.map(({ name: member, shape, required }) => {
      let field = named(camel(member));
      // Two spellings of one name: `intentId` beside `intent_id`.
      while (taken.has(field)) field = `${field}_`;
      taken.add(field);
      return { member, field, required, type: this.say(shape, `${name}${pascal(member)}`, way) };
    });
    this.classes.push(way === 'answered' ? recordOf(name, fields) : settersOf(name, fields));
    return name;
  }

  /** What may be asked of a list: its members are set by name; what is not set is not asked. */
  addQuery(call: Call, name: string): string {
    return this.addClass(call.query, name, 'sent');
  }
}

interface Field {
  readonly member: string;
  readonly field: string;
  readonly required: boolean;
  readonly type: string;
}

const annotated = ({ member, required }: Field): string => `@Member(${required ? `value = ${text(member)}, always = true` : text(member)})`;

const recordOf = (name: string, fields: readonly Field[]): string =>
  fields.length === 0
    ? `  public record ${name}() {}`
    : [`  public record ${name}(`, fields.map((f) => `      @Member(${text(f.member)}) ${f.type} ${f.field}`).join(',\n'), '  ) {}'].join(
        '\n',
      );

const settersOf = (name: string, fields: readonly Field[]): string =>
  [
    `  public static final class ${name} {`,
    ...fields.map((f) => `    ${annotated(f)} private ${f.type} ${f.field};`),
    ...fields.flatMap(({ field, type }) => [
      '',
      `    public ${name} ${field}(${type} value) {`,
      `      this.${field} = value;`,
      '      return this;',
      '    }',
    ]),
    '  }',
  ].join('\n');

/** How a type is handed on at run time. */
const tokenOf = (type: string): string => (type.includes('<') ? `new Json.As<${type}>() {}.type` : `${type}.class`);

const javaRepeats = { always: 'ALWAYS', one: 'UNDER_ONE_KEY', each: 'UNDER_KEYS', never: 'NEVER' } as const;

function methodOf(call: Call, types: Types): string {
  const stem = pascal(call.name);
  const name = named(camel(call.name));
  const answer = call.answer === null ? 'FileContent' : types.say(call.answer, `${stem}Answer`, 'answered');
  const takes = [
    ...call.params.map((p) => ({ type: 'String', name: named(camel(p.name)), isQuery: false })),
    ...(call.query.length === 0 ? [] : [{ type: types.addQuery(call, `${stem}Query`), name: 'query', isQuery: true }]),
    ...(call.body === null ? [] : [{ type: types.say(call.body, `${stem}Body`, 'sent'), name: 'body', isQuery: false }]),
    ...(call.takesFile ? [{ type: 'FileContent', name: 'file', isQuery: false }] : []),
  ];
  const pieces = call.path.split(/\{\w+\}/).flatMap((piece, i) => {
    const param = call.params[i];
    return [...(piece === '' ? [] : [text(piece)]), ...(param === undefined ? [] : [`Request.segment(${named(camel(param.name))})`])];
  });
  const sent = [
    `new Request(${text(call.method)}, ${pieces.join(' + ')}, Repeats.${javaRepeats[call.repeats]})`,
    ...(call.query.length === 0 ? [] : ['.query(query)']),
    ...(call.body === null ? [] : ['.body(body)']),
    ...(call.takesFile ? ['.file(file)'] : []),
    ...call.also.map(({ status, members }) => `.also(${[String(status), ...members.map(text)].join(', ')})`),
  ];
  const request = sent.join('\n            ');
  const doc = `  /** ${said(call.summary)}. Needs the grant ${call.grant}. */`;
  const listOf = (some: typeof takes): string => [...some.map((t) => `${t.type} ${t.name}`), 'Option... options'].join(', ');
  const asked = call.answer === null ? 'transport.takeFile(' : `transport.call(\n        ${tokenOf(answer)},\n        `;
  const whole = [doc, `  public ${answer} ${name}(${listOf(takes)}) {`, `    return ${asked}${request}, options);`, '  }'];
  // Nothing need be asked for: the same without a query.
  const without = takes.filter((t) => !t.isQuery);
  const isOptional = call.query.length > 0 && call.query.every((p) => !p.required);
  const short = [
    '',
    doc,
    `  public ${answer} ${name}(${listOf(without)}) {`,
    `    return ${name}(${[...takes.map((t) => (t.isQuery ? `new ${t.type}()` : t.name)), 'options'].join(', ')});`,
    '  }',
  ];
  return [...whole, ...(isOptional ? short : [])].join('\n');
}

function fileOf(feature: string, calls: readonly Call[]): string {
  const types = new Types();
  const methods = calls.map((call) => methodOf(call, types));
  const body = [...types.classes, ...methods].join('\n\n');
  const imports = ['List', 'Map'].filter((word) => new RegExp(`\\b${word}<`).test(body)).map((word) => `import java.util.${word};`);
  const name = pascal(feature);
  return `${notice}
package io.github.countinghouse;
${imports.length === 0 ? '' : `\n${imports.join('\n')}\n`}
/** The calls of this feature. */
public final class ${name} {
  private final Transport transport;

  ${name}(Transport transport) {
    this.transport = transport;
  }

${body}
}
`;
}

const clientOf = (features: readonly string[]): string => `${notice}
package io.github.countinghouse;

/** Calls a server: a member for each feature, a method for each call. It may be used by several threads at once. */
public final class Client {
${features.map((feature) => `  public final ${pascal(feature)} ${named(camel(feature))};`).join('\n')}

  /** A client for a server at a URL, with an API key. */
  public Client(String url, String apiKey) {
    this(url, apiKey, new ClientSettings());
  }

  public Client(String url, String apiKey, ClientSettings settings) {
    Transport transport = new Transport(url, apiKey, settings);
${features.map((feature) => `    this.${named(camel(feature))} = new ${pascal(feature)}(transport);`).join('\n')}
  }
}
`;

export function javaFiles(calls: readonly Call[]): readonly { readonly file: string; readonly text: string }[] {
  const features = byFeature(calls);
  return [
    { file: `${FOLDER}/Client.java`, text: clientOf([...features.keys()]) },
    ...[...features].map(([feature, of]) => ({ file: `${FOLDER}/${pascal(feature)}.java`, text: fileOf(feature, of) })),
  ];
}
