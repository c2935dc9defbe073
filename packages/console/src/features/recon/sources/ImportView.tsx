import { Stack } from '@mantine/core';
import { useActiveTenant } from '../../../lib/session/use-tenant.ts';
import classes from '../Recon.module.css';
import { FileBox } from './FileBox.tsx';
import { ImportsList } from './ImportsList.tsx';
import { JsonBox } from './JsonBox.tsx';

/** Rows come in here: as a bank's file, or as a JSON array. Beside it, what came in, which is all that who only looks has use for. */
export function ImportView() {
  if (useActiveTenant()?.role === 'auditor') return <ImportsList />;
  return (
    <div className={classes['panes']}>
      <Stack>
        <FileBox />
        <JsonBox />
      </Stack>
      <ImportsList />
    </div>
  );
}
