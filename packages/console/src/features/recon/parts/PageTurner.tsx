import { RECON_PAGE_SIZE } from '@countinghouse/contract/features/recon';
import { Button } from '@mantine/core';

interface PageTurnerProps {
  /** How many come before the page. */
  readonly after: number;
  readonly isLast: boolean;
  readonly onTurn: (after: number | undefined) => void;
}

/** From one page of rows or matches to the next: `after` in the address. */
export function PageTurner({ after, isLast, onTurn }: PageTurnerProps) {
  return (
    <>
      <Button variant="subtle" disabled={after === 0} onClick={() => onTurn(Math.max(0, after - RECON_PAGE_SIZE) || undefined)}>
        Previous
      </Button>
      <Button variant="subtle" disabled={isLast} onClick={() => onTurn(after + RECON_PAGE_SIZE)}>
        Next
      </Button>
    </>
  );
}
