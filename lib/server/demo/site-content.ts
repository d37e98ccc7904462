import type { Payload } from 'payload'
import type { Language } from '@/lib/server/demo/lot-texts'

type InThree = Readonly<Record<Language, string>>

interface Item {
  name: InThree
  url: string
  children?: readonly Item[]
}

const LANGUAGES = ['uk', 'en', 'ru'] as const

const PRODUCTS: readonly Item[] = [
  { name: { uk: 'Газовий конденсат', en: 'Gas condensate', ru: 'Газовый конденсат' }, url: '/auctions/condensate' },
  { name: { uk: 'Природний газ', en: 'Natural gas', ru: 'Природный газ' }, url: '/auctions/gas' },
]
const RESULTS: Item = { name: { uk: 'Результати', en: 'Results', ru: 'Результаты' }, url: '/auctions/results-past-auctions' }
const GUIDE: Item = { name: { uk: 'Як це працює', en: 'How it works', ru: 'Как это работает' }, url: '/auctions/how-does-work' }
const RULES: Item = { name: { uk: 'Правила', en: 'Rules', ru: 'Правила' }, url: '/auctions/rules-auctions' }

const MENUS: Readonly<Record<1 | 2, readonly Item[]>> = {
  1: [{ name: { uk: 'Аукціони', en: 'Auctions', ru: 'Аукционы' }, url: '/auctions/condensate', children: PRODUCTS }, RESULTS, GUIDE, RULES],
  2: [...PRODUCTS, RESULTS, GUIDE, RULES],
}

/** Menus of what there is, where nobody has made any yet. */
export async function seedMenus(cms: Payload): Promise<void> {
  for (const id of [1, 2] as const) {
    const menu = await cms.findByID({ collection: 'menus', id, depth: 0 })
    if ((menu.items ?? []).length > 0) continue
    let rows: Row[] = []
    for (const locale of LANGUAGES) {
      const saved = await cms.update({ collection: 'menus', id, locale, depth: 0, data: { items: MENUS[id].map((item, index) => rowOf(item, locale, rows[index])) } })
      rows = saved.items ?? []
    }
  }
}

interface Row {
  id?: string | null
  children?: { id?: string | null }[] | null
}

/** A row keeps its id from language to language: it is one row with three names. */
function rowOf({ name, url, children = [] }: Item, locale: Language, known: Row | undefined) {
  return {
    id: known?.id ?? undefined,
    name: name[locale],
    url,
    children: children.map((child, index) => ({ id: known?.children?.[index]?.id ?? undefined, name: child.name[locale], url: child.url })),
  }
}

const COMPANY: InThree = { uk: 'Газ і Конденсат', en: 'Gas & Condensate', ru: 'Газ и Конденсат' }
const RIGHTS: InThree = { uk: 'Газ і Конденсат. Усі права захищено.', en: 'Gas & Condensate. All rights reserved.', ru: 'Газ и Конденсат. Все права защищены.' }
const HOURS: InThree = {
  uk: 'Пн–чт 09:00–18:00, пт 09:00–16:45, сб–нд вихідні',
  en: 'Mon–Thu 09:00–18:00, Fri 09:00–16:45, Sat–Sun closed',
  ru: 'Пн–чт 09:00–18:00, пт 09:00–16:45, сб–вс выходные',
}
const SALES: InThree = { uk: 'Відділ продажу', en: 'Sales department', ru: 'Отдел продаж' }
const ACCOUNTS: InThree = { uk: 'Акредитація покупців', en: 'Accreditation of buyers', ru: 'Аккредитация покупателей' }

/** The settings of a company that does not exist, where nobody has entered a real one. */
export async function seedSettings(cms: Payload, year: number): Promise<void> {
  const before = await cms.findGlobal({ slug: 'settings', depth: 0 })
  if (before.company_name) return
  let rows: { id?: string | null; phones?: { id?: string | null }[] | null }[] = []
  for (const locale of LANGUAGES) {
    const contact = (index: number, label: InThree, isMain: boolean, number: string) => ({
      id: rows[index]?.id ?? undefined,
      label: label[locale],
      is_main: isMain,
      phones: [{ id: rows[index]?.phones?.[0]?.id ?? undefined, number }],
    })
    const saved = await cms.updateGlobal({
      slug: 'settings',
      locale,
      depth: 0,
      data: {
        company_name: COMPANY[locale],
        copyright: `© ${year} ${RIGHTS[locale]}`,
        working_hours: HOURS[locale],
        support_email: 'auction@demo.example',
        contacts: [contact(0, SALES, true, '+38 044 000 00 00'), contact(1, ACCOUNTS, false, '+38 044 000 00 99')],
      },
    })
    rows = saved.contacts ?? []
  }
}
