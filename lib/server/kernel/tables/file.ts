import type { Language } from '@/lib/contract/primitives'
import { csvOf } from './csv'
import type { Table } from './table'
import { workbookOf } from './workbook'

export type FileFormat = 'csv' | 'xlsx'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A table as a file named by its title, with decimals as the language writes them. */
export async function fileOf<Row>(table: Table<Row>, format: FileFormat, lang: Language): Promise<File> {
  const name = `${table.title}.${format}`
  if (format === 'xlsx') return new File([new Uint8Array(await workbookOf(table))], name, { type: xlsx })
  return new File([csvOf(table, { decimalSign: lang === 'en' ? '.' : ',' })], name, { type: 'text/csv;charset=utf-8' })
}
