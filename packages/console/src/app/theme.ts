// The look: dense, calm, exact. Colours are chosen for WCAG AA in both themes; where Mantine's own shades miss it, they are
// replaced here and nowhere else.
import {
  type ActionIconProps,
  type AlertProps,
  type AutocompleteProps,
  type BadgeProps,
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  type FileInputProps,
  type KbdProps,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MenuProps,
  type ModalProps,
  type NavLinkProps,
  type NumberInputProps,
  type PaginationProps,
  type PaperProps,
  type PasswordInputProps,
  type PopoverProps,
  type SegmentedControlProps,
  type SelectProps,
  type TableProps,
  type TagsInputProps,
  type TextareaProps,
  type TextInputProps,
  type TooltipProps,
} from '@mantine/core';
import { brandShades } from '../lib/screen/brand-colors.ts';

const slate: MantineColorsTuple = [
  '#d5d9e2',
  '#b3bac8',
  '#98a1b3',
  '#646e83',
  '#3d4557',
  '#2d3444',
  '#222837',
  '#181d29',
  '#12161f',
  '#0d1017',
];
// A red whose shades 6 and 7 pass 4.5:1 on white and under white text.
const red: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97066',
  '#e5392d',
  '#cf2a1e',
  '#b42318',
  '#912018',
  '#7a1a14',
];

const sans = '"Inter Variable", system-ui, sans-serif';
const mono = '"JetBrains Mono Variable", ui-monospace, monospace';
/** What can be pressed is at least so high and wide. Source: WCAG 2.2, 2.5.8. */
const TARGET_MIN = '24px';
const small = { defaultProps: { size: 'xs' } } as const;
// The list itself scrolls, so that the keyboard and a screen reader reach all of it.
const list = { options: { maxHeight: 260, overflowY: 'auto' } } as const;

/** Of a component by its name: importing all of them here would load them with the sign-in. */
const look = <P>(component: Omit<MantineThemeComponent, 'defaultProps'> & { readonly defaultProps: Partial<P> }): MantineThemeComponent =>
  component as MantineThemeComponent;

export const theme = createTheme({
  fontFamily: sans,
  fontFamilyMonospace: mono,
  headings: { fontFamily: sans, fontWeight: '620' },
  colors: { brand: brandShades, red, dark: slate },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  components: {
    ActionIcon: look<ActionIconProps>({ defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } }),
    Alert: look<AlertProps>({ defaultProps: { variant: 'light', radius: 'md', p: 'sm' } }),
    Autocomplete: look<AutocompleteProps>({ defaultProps: { size: 'xs', withScrollArea: false, openOnFocus: false }, styles: list }),
    Badge: look<BadgeProps>({
      defaultProps: { variant: 'light', radius: 'sm', size: 'sm' },
      styles: { label: { textTransform: 'none', fontWeight: 550 } },
    }),
    Button: look<ButtonProps>({
      ...small,
      vars: (_theme: unknown, { size }: ButtonProps) => ({ root: size === 'compact-xs' ? { '--button-height': TARGET_MIN } : {} }),
    }),
    FileInput: look<FileInputProps>(small),
    Kbd: look<KbdProps>(small),
    Menu: look<MenuProps>({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: look<ModalProps>({
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        // Its <header> would count as a second banner of the page.
        attributes: { header: { role: 'none' } },
      },
      styles: { title: { fontWeight: 600, fontSize: 15 } },
    }),
    NavLink: look<NavLinkProps>({ defaultProps: { variant: 'light' } }),
    Pagination: look<PaginationProps>({ defaultProps: { size: 'sm' } }),
    Paper: look<PaperProps>({ defaultProps: { withBorder: true, radius: 'md' } }),
    NumberInput: look<NumberInputProps>(small),
    PasswordInput: look<PasswordInputProps>(small),
    Popover: look<PopoverProps>({ defaultProps: { shadow: 'md' } }),
    SegmentedControl: look<SegmentedControlProps>({ ...small, styles: { root: { backgroundColor: 'var(--surface-segments)' } } }),
    Select: look<SelectProps>({
      defaultProps: { size: 'xs', checkIconPosition: 'right', withScrollArea: false, openOnFocus: false },
      styles: list,
    }),
    Table: look<TableProps>({ defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', fz: 'sm' } }),
    TagsInput: look<TagsInputProps>({ defaultProps: { size: 'xs', withScrollArea: false, openOnFocus: false }, styles: list }),
    Textarea: look<TextareaProps>(small),
    TextInput: look<TextInputProps>(small),
    Tooltip: look<TooltipProps>({ defaultProps: { openDelay: 300, fz: 'xs', events: { hover: true, focus: true, touch: true } } }),
  },
});

/** Contrast fixes that must win over Mantine's own variables, and the colours of our own surfaces (styles.css). */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#586174',
    '--mantine-color-placeholder': '#697183',
    '--mantine-color-error': '#b42318',
    '--mantine-color-teal-light-color': '#05614a',
    '--mantine-color-orange-light-color': '#9a3700',
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--mantine-color-green-light-color': '#1c6b2b',
    '--mantine-color-red-light-color': '#a32015',
    '--mantine-color-cyan-light-color': '#0b5a6b',
    '--mantine-color-blue-light-color': '#14549b',
    '--mantine-color-grape-light-color': '#7d2a91',
    '--mantine-color-gray-light-color': '#4a5263',
    '--mantine-color-gray-text': '#4a5263',
  },
  dark: {
    '--mantine-color-body': '#12161f',
    '--mantine-color-default': '#181d29',
    '--mantine-color-default-hover': '#222837',
    '--mantine-color-default-border': '#2d3444',
    '--mantine-color-dimmed': '#98a1b3',
    '--mantine-color-placeholder': '#9aa3b5',
    '--mantine-color-error': '#f97066',
    '--mantine-color-red-text': '#f97066',
    '--mantine-color-red-light-color': '#fda29b',
    '--mantine-color-gray-light-color': '#c3c9d5',
    '--mantine-color-gray-text': '#b3bac8',
    '--mantine-color-gray-light': 'rgb(179 186 200 / 0.13)',
    '--mantine-color-teal-light-color': '#7be0c0',
    '--mantine-color-blue-light-color': '#93c9ff',
    '--mantine-color-cyan-light-color': '#7fdcee',
    '--mantine-color-grape-light-color': '#e5b0f0',
    '--mantine-color-orange-light-color': '#ffbe8a',
    '--mantine-color-anchor': '#8aa6ef',
  },
});
