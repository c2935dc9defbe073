import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCurrentInSight } from './use-current-in-sight.ts';

const TAB_PX = 120;
const tabs = ['a', 'b', 'c', 'd', 'e'];
let scrolled = 0;

function Tabs({ current }: { readonly current: string }) {
  return (
    <nav ref={useCurrentInSight(current)}>
      {tabs.map((tab) => (
        <button type="button" key={tab} {...(tab === current ? { 'aria-current': true } : {})}>
          {tab}
        </button>
      ))}
    </nav>
  );
}

afterEach(() => vi.restoreAllMocks());

test('the current tab is in sight where a row of tabs is wider than the screen', () => {
  vi.spyOn(Element.prototype, 'scrollLeft', 'get').mockImplementation(() => scrolled);
  vi.spyOn(Element.prototype, 'scrollLeft', 'set').mockImplementation((px) => {
    scrolled = px;
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(this: Element) {
    const at = tabs.indexOf(this.textContent ?? '');
    return at === -1 ? new DOMRect(0, 0, 3 * TAB_PX, 0) : new DOMRect(at * TAB_PX - scrolled, 0, TAB_PX, 0);
  });
  const { rerender } = render(<Tabs current="b" />);
  expect(scrolled).toBe(0);
  rerender(<Tabs current="e" />);
  expect(scrolled).toBe(2 * TAB_PX);
  rerender(<Tabs current="a" />);
  expect(scrolled).toBe(0);
});
