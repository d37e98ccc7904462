import type { Block } from 'payload'
import { blockTitle, line, names, rowTitle, words } from '@/lib/server/cms/fields/basic-fields'

/** A table by rows; a row that is shorter than the head is filled up with empty cells where it is shown. */
export const tableBlock: Block = {
  slug: 'table',
  labels: names(words('Таблиця', 'Table', 'Таблица'), words('Таблиці', 'Tables', 'Таблицы')),
  fields: [
    blockTitle(words('Назва таблиці', 'Caption', 'Название таблицы')),
    {
      name: 'columns',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 8,
      label: words('Стовпці', 'Columns', 'Столбцы'),
      labels: names(words('Стовпець', 'Column', 'Столбец'), words('Стовпці', 'Columns', 'Столбцы')),
      admin: rowTitle,
      fields: [line('name', words('Назва стовпця', 'Column name', 'Название столбца'))],
    },
    {
      name: 'rows',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 200,
      label: words('Рядки', 'Rows', 'Строки'),
      labels: names(words('Рядок', 'Row', 'Строка'), words('Рядки', 'Rows', 'Строки')),
      admin: rowTitle,
      fields: [
        {
          name: 'cells',
          type: 'array',
          required: true,
          minRows: 1,
          maxRows: 8,
          label: words('Клітинки', 'Cells', 'Ячейки'),
          labels: names(words('Клітинка', 'Cell', 'Ячейка'), words('Клітинки', 'Cells', 'Ячейки')),
          fields: [line('value', words('Значення', 'Value', 'Значение'), false)],
        },
      ],
    },
  ],
}
