/** A text in which each occurrence of a word, in any case, is marked. */
export function Marked({ text, word }: { readonly text: string; readonly word: string | null }) {
  if (word === null) return text;
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (at < 0) return text;
  const after = at + word.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, after)}</mark>
      <Marked text={text.slice(after)} word={word} />
    </>
  );
}
