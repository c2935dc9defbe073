// What the palette offers of the guide: pages and their headings. The guide is loaded when the palette first opens.
import { IconBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../lib/screen/paths.ts';
import type { PaletteGroup } from './entry.ts';

const WORD_LENGTH_MIN = 2;

export function useGuideEntries(query: string, opened: boolean): PaletteGroup {
  const navigate = useNavigate();
  const { pages = [] } =
    useQuery({ queryKey: ['guide'], queryFn: () => import('virtual:guide'), enabled: opened, staleTime: Number.POSITIVE_INFINITY }).data ??
    {};
  const word = query.trim().toLowerCase();
  const places = pages.flatMap(({ name, title, blocks }) => [
    { page: name, title, anchor: undefined, description: 'Guide' },
    ...blocks.flatMap((b) =>
      b.kind === 'heading' ? [{ page: name, title: b.text, anchor: b.anchor, description: `Guide · ${title}` }] : [],
    ),
  ]);
  return {
    group: 'Guide',
    entries: places
      .filter(({ title }) => word.length >= WORD_LENGTH_MIN && title.toLowerCase().includes(word))
      .map(({ page, title, anchor, description }) => ({
        id: `guide/${page}#${anchor ?? ''}`,
        label: title,
        description,
        icon: IconBook,
        run: () => void navigate({ to: paths.guide, search: { page }, ...(anchor === undefined ? {} : { hash: anchor }) }),
      })),
  };
}
