import { blockSchema, line, title, values } from '@/lib/contract/block-fields'

const uneven = blockSchema('table', {
  name: { uk: 'Таблиця', en: 'Table', ru: 'Таблица' },
  picture: `
    <rect x="12" y="12" width="96" height="11" rx="2" fill="#56718a"/>
    <rect x="12" y="29" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="46" y="29" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="80" y="29" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="12" y="43" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="46" y="43" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="80" y="43" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="12" y="57" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="46" y="57" width="28" height="8" rx="2" fill="#b4c2cf"/>
    <rect x="80" y="57" width="28" height="8" rx="2" fill="#b4c2cf"/>
  `,
  fields: {
    title: title({ uk: 'Назва таблиці', en: 'Caption', ru: 'Название таблицы' }),
    columns: values(
      8,
      {
        row: { uk: 'Стовпець', en: 'Column', ru: 'Столбец' },
        rows: { uk: 'Стовпці', en: 'Columns', ru: 'Столбцы' },
      },
      'name',
      line({ label: { uk: 'Назва стовпця', en: 'Column name', ru: 'Название столбца' } }),
    ),
    rows: values(
      200,
      { row: { uk: 'Рядок', en: 'Row', ru: 'Строка' }, rows: { uk: 'Рядки', en: 'Rows', ru: 'Строки' } },
      'cells',
      values(
        8,
        { row: { uk: 'Клітинка', en: 'Cell', ru: 'Ячейка' }, rows: { uk: 'Клітинки', en: 'Cells', ru: 'Ячейки' } },
        'value',
        line({ label: { uk: 'Значення', en: 'Value', ru: 'Значение' }, optional: true }),
      ),
    ),
  },
})

/** Rows that are shorter than the head end in empty cells. */
const shape = uneven.shape.overwrite((block) => ({
  ...block,
  rows: block.rows.map((row) => block.columns.map((_, index) => row[index] ?? '')),
}))

export const table = { ...uneven, shape }
