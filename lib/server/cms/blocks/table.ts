import type { Block } from 'payload'
import { blockTitle, line, names, rowTitle, words } from '@/lib/server/cms/fields/basic-fields'

/** A table by rows; a row that is shorter than the head is filled up with empty cells where it is shown. */
export const tableBlock: Block = {
  slug: 'table',
  labels: names(words('table'), words('tables')),
  fields: [
    blockTitle(words('caption')),
    {
      name: 'columns',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 8,
      label: words('columns'),
      labels: names(words('column'), words('columns')),
      admin: rowTitle,
      fields: [line('name', words('columnName'))],
    },
    {
      name: 'rows',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 200,
      label: words('rows'),
      labels: names(words('row'), words('rows')),
      admin: rowTitle,
      fields: [
        {
          name: 'cells',
          type: 'array',
          required: true,
          minRows: 1,
          maxRows: 8,
          label: words('cells'),
          labels: names(words('cell'), words('cells')),
          fields: [line('value', words('value'), false)],
        },
      ],
    },
  ],
}
