// A text of SQL as its statements: each goes to the database in a message of its own, as tables that are spread over machines demand.

/** What a semicolon may stand in without ending a statement: quoted texts and names, dollar quotes, comments. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** In order, without semicolons; what is comment alone belongs to the statement behind it. */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (token !== ';') continue;
    statements.push(sql.slice(from, index));
    from = index + 1;
  }
  statements.push(sql.slice(from));
  return statements.map((statement) => statement.trim()).filter((statement) => statement.replaceAll(COMMENTS, '').trim() !== '');
}
