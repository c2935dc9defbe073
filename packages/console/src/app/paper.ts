// Paper is light, whatever the screen is: while a page is printed its theme is the light one.

const SCHEME = 'data-mantine-color-scheme';

/** `paper`: the media query of print; `root`: the element that bears the theme. */
export function printInLight(paper: MediaQueryList, root: Element): void {
  let onScreen: string | null = null;
  paper.addEventListener('change', ({ matches }) => {
    if (matches) {
      onScreen = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    } else if (onScreen !== null) root.setAttribute(SCHEME, onScreen);
  });
}
