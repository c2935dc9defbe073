import { useMediaQuery } from '@mantine/hooks';

/** As wide as the menu folds away. */
const NARROW = '(max-width: 48em)';

/** Whether a report is read on a phone: its figures are then told in another order. */
export const useNarrow = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
