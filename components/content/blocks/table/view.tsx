import { BlockFrame, type BlockProps } from '@/components/content/blocks/block-frame'
import { Card } from '@/components/ui/card'
import { Cell, HeadCell, Table } from '@/components/ui/table'

const NUMBER = /^[≥≤<>±~−+-]?\s?\d[\d\s\u00A0\u202F\u2060.,–-]*\s?%?$|^[—–-]$/

export function TableBlock({ block }: BlockProps<'table'>) {
  const numeric = block.columns.map((_, column) => {
    const cells = block.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    return cells.some((cell) => /\d/.test(cell)) && cells.every((cell) => NUMBER.test(cell))
  })
  return (
    <BlockFrame title={block.title}>
      <Card as="div" padding="none" className="overflow-hidden px-2.5 py-1 sm:px-4">
        <Table caption={block.title || block.columns.join(', ')}>
          <thead>
            <tr>
              {block.columns.map((column, index) => (
                <HeadCell key={index} numeric={numeric[index]}>
                  {column}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              <tr key={index}>
                {block.columns.map((_, column) => (
                  <Cell
                    key={column}
                    numeric={numeric[column]}
                    className={column === 0 ? 'font-semibold' : 'sm:min-w-36'}
                  >
                    {row[column]}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </BlockFrame>
  )
}
