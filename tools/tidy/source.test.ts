import { describe, expect, test } from 'vitest';
import { importsOf, viewsOf } from './source.ts';

describe('what a fence reads', () => {
  test('keeps every line where it was', () => {
    const text = `const a = 'one'; // two\nconst b = \`three \${a} four\`;\n/* five\nsix */ const c = /seven'/;\nconst 𝒹 = 'eight';\n`;
    const { code, comments } = viewsOf(text);
    expect(code.split('\n').map((line) => line.trimEnd())).toEqual([
      "const a = '   ';",
      `const b = \`      \${a}     \`;`,
      '',
      '       const c =         ;',
      "const 𝒹 = '     ';",
      '',
    ]);
    expect(comments.trim().split(/\s+/)).toEqual(['//', 'two', '/*', 'five', 'six', '*/']);
  });

  test('tells division from a regular expression', () => {
    expect(viewsOf("const half = total / 2; const word = 'x'; // and / so on").code.trimEnd()).toBe(
      "const half = total / 2; const word = ' ';",
    );
  });

  test('lists the imports with their lines', () => {
    const text = "import pg from 'pg';\n\nimport type { A } from './a.ts';\nexport { b } from './b.ts';\nconst c = import('./c.ts');\n";
    expect(importsOf(text)).toEqual([
      { from: 'pg', line: 1, typeOnly: false, called: false },
      { from: './a.ts', line: 3, typeOnly: true, called: false },
      { from: './b.ts', line: 4, typeOnly: false, called: false },
      { from: './c.ts', line: 5, typeOnly: false, called: true },
    ]);
  });
});
