import { Text } from '@mantine/core';
import { IconAlertTriangle, IconShield, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Verdict.module.css';

/** `proven`: under a key that did not come from the server; `consistent`: it agrees with itself; `contradicted`: something of it does not hold. */
export type VerdictIs = 'proven' | 'consistent' | 'contradicted';

// Only what is proven is green.
const looks = {
  proven: { word: 'Proven', Icon: IconShieldCheck, color: 'var(--good)' },
  consistent: { word: 'Consistent', Icon: IconShield, color: 'var(--ink)' },
  contradicted: { word: 'Contradicted', Icon: IconAlertTriangle, color: 'var(--bad)' },
} as const satisfies Record<VerdictIs, unknown>;

interface VerdictProps {
  readonly is: VerdictIs;
  /** As the first thing of a page. */
  readonly large?: boolean;
  /** One sentence. */
  readonly children: ReactNode;
}

/** What a check came to, in a word and a sentence, for the eye and for a screen reader. */
export function Verdict({ is, large = false, children }: VerdictProps) {
  const { word, Icon, color } = looks[is];
  return (
    <div role="status" className={large ? classes['large'] : classes['verdict']} data-is={is}>
      <span className={classes['icon']} style={{ color }}>
        <Icon size={large ? 24 : 16} aria-hidden />
      </span>
      <div>
        <Text component="div" size="sm" fw={600} style={{ color }}>
          {word}
        </Text>
        <div className={classes['sentence']}>{children}</div>
      </div>
    </div>
  );
}
