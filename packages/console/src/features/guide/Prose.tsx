import { Anchor, Code, Table, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode } from 'react';
import { paths } from '../../lib/screen/paths.ts';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import type { Block, Inline } from './blocks.ts';
import classes from './Prose.module.css';

const TABLE_MIN_WIDTH_PX = 480;

/** One after the other. They are fixed when the console is built, so none needs a key. */
const each = <T,>(all: readonly T[], draw: (one: T) => ReactNode): ReactNode => createElement(Fragment, null, ...all.map(draw));

const textOf = (words: readonly Inline[]): string => words.map((w) => ('text' in w ? w.text : 'of' in w ? textOf(w.of) : w.alt)).join('');

/** Draws blocks of the guide. */
export const Prose = ({ blocks }: { readonly blocks: readonly Block[] }): ReactNode => each(blocks, drawBlock);

function drawBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <Title
          order={block.level === 2 ? 2 : 3}
          size={block.level === 2 ? 'h4' : 'h5'}
          id={block.anchor}
          className={classes['heading'] ?? ''}
        >
          {block.text}
        </Title>
      );
    case 'paragraph':
      return <p>{each(block.of, drawInline)}</p>;
    case 'list':
      return createElement(
        block.ordered ? 'ol' : 'ul',
        null,
        each(block.items, (item) => <li>{each(item, drawBlock)}</li>),
      );
    case 'table':
      return (
        <TableScroll label={block.head.map(textOf).join(', ')} minWidth={TABLE_MIN_WIDTH_PX}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {each(block.head, (cell) => (
                  <Table.Th>{each(cell, drawInline)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {each(block.rows, (row) => (
                <Table.Tr>
                  {each(row, (cell) => (
                    <Table.Td>{each(cell, drawInline)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      );
    case 'code':
      return (
        <Code block tabIndex={0} my="xs">
          {block.text}
        </Code>
      );
  }
}

function drawInline(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return <Code>{inline.text}</Code>;
    case 'strong':
    case 'em':
      return createElement(inline.kind, null, each(inline.of, drawInline));
    case 'image':
      return <img src={inline.src} alt={inline.alt} className={classes['image']} loading="lazy" />;
    case 'web':
      return (
        <Anchor href={inline.href} inherit underline="always" target="_blank" rel="noreferrer">
          {each(inline.of, drawInline)}
        </Anchor>
      );
    case 'guide': {
      const { page, anchor, of } = inline;
      return (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to={paths.guide} search={{ page }} {...(anchor === undefined ? {} : { hash: anchor })} />}
        >
          {each(of, drawInline)}
        </Anchor>
      );
    }
  }
}
