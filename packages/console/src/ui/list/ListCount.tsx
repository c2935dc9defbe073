interface ListCountProps {
  readonly pending: boolean;
  readonly shown: number;
  readonly all: number;
  /** What is counted: "accounts". */
  readonly what: string;
}

/** As wide from the beginning as most are in the end: nothing beside it moves once the rows are there. */
const room = { minWidth: 112, textAlign: 'right' } as const;

/** How much of a list the filters leave, told politely when it changes. */
export function ListCount({ pending, shown, all, what }: ListCountProps) {
  return (
    <span role="status" style={room}>
      {pending ? 'Loading…' : `${shown} of ${all} ${what}`}
    </span>
  );
}
