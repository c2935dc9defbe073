interface ListCountProps {
  readonly pending: boolean;
  readonly shown: number;
  readonly all: number;
  /** What is counted: "accounts". */
  readonly what: string;
}

/** How much of a list the filters leave, told politely when it changes. */
export function ListCount({ pending, shown, all, what }: ListCountProps) {
  return <span role="status">{pending ? 'Loading…' : `${shown} of ${all} ${what}`}</span>;
}
