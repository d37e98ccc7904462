import type { Payload } from 'payload'
import { SELLER_CODES } from './companies'
import type { Setting } from '@/lib/server/cms/payload-types'
import type { Language } from './lots'

const NO_BREAK = '\u00A0'
const JOINER = '\u2060'
const UNITS = '%|°C|т|t|кг|kg|кПа|kPa|МДж|MJ|млн|тис|тыс|МБ|КБ|грн|UAH|млрд|км|km|м³|m³'

/** A number keeps to its unit and the sign № to its number; "сб–нд" and "36,20–38,30" are not torn at their dash. */
export function typeset(text: string): string {
  return text
    .replace(new RegExp(`(\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu'), `$1${NO_BREAK}`)
    .replace(/ %/g, `${NO_BREAK}%`)
    .replace(/(№|No\.) (?=[\p{L}\d])/gu, `$1${NO_BREAK}`)
    .replace(/([\p{L}\d])–(?=[\p{L}\d])/gu, `$1–${JOINER}`)
}

type InThree = Readonly<Record<Language, string>>

interface Item {
  name: InThree
  url: string
  children?: readonly Item[]
}

const LANGUAGES = ['uk', 'en', 'ru'] as const

const item = (uk: string, en: string, ru: string, url: string, children?: readonly Item[]): Item => ({
  name: { uk, en, ru },
  url,
  children,
})

const CONDENSATE = item('Газовий конденсат', 'Gas condensate', 'Газовый конденсат', '/auctions/condensate')
const GAS = item('Природний газ', 'Natural gas', 'Природный газ', '/auctions/gas')
const RESULTS = item('Результати', 'Results', 'Результаты', '/auctions/results-past-auctions')
const GUIDE = item('Як це працює', 'How it works', 'Как это работает', '/auctions/how-does-work')
const RULES = item('Правила', 'Rules', 'Правила', '/auctions/rules-auctions')
const CERTIFICATES = item('Сертифікати', 'Certificates', 'Сертификаты', '/auctions/certificates')
const BUYING_GAS = item(
  'Купівля природного газу',
  'Buying natural gas',
  'Покупка природного газа',
  '/auctions/gas/gasSubPage',
)
const PAYMENT = item('Оплата й доставка', 'Payment and delivery', 'Оплата и доставка', '/oplata-ta-dostavka')
const NEWS = item('Новини', 'News', 'Новости', '/news')
const SHOP = item('Магазин', 'Shop', 'Магазин', '/shop')
const ABOUT = item('Про компанію', 'About the company', 'О компании', '/pro-kompaniiu')
const CONTACTS = item('Контакти', 'Contacts', 'Контакты', '/kontakty')
const TERMS = item('Умови користування', 'Terms of use', 'Условия пользования', '/umovy-korystuvannia')
const PRIVACY = item('Конфіденційність', 'Privacy', 'Конфиденциальность', '/politika-konfideciynosti')

const MENUS: Readonly<Record<1 | 2, readonly Item[]>> = {
  1: [
    item('Аукціони', 'Auctions', 'Аукционы', '/auctions/condensate', [CONDENSATE, GAS, RESULTS]),
    item('Покупцям', 'For buyers', 'Покупателям', '/auctions/how-does-work', [
      GUIDE,
      RULES,
      CERTIFICATES,
      BUYING_GAS,
      PAYMENT,
    ]),
    SHOP,
    NEWS,
    item('Компанія', 'Company', 'Компания', '/pro-kompaniiu', [ABOUT, CONTACTS]),
  ],
  2: [CONDENSATE, GAS, RESULTS, GUIDE, RULES, CERTIFICATES, SHOP, PAYMENT, NEWS, ABOUT, CONTACTS, TERMS, PRIVACY],
}

/** Menus of what there is, where nobody has made any yet. */
export async function seedMenus(cms: Payload): Promise<void> {
  for (const id of [1, 2] as const) {
    const menu = await cms.findByID({ collection: 'menus', id, depth: 0 })
    if ((menu.items ?? []).length > 0) continue
    let rows: Row[] = []
    for (const locale of LANGUAGES) {
      const saved = await cms.update({
        collection: 'menus',
        id,
        locale,
        depth: 0,
        data: { items: MENUS[id].map((item, index) => rowOf(item, locale, rows[index])) },
      })
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
    children: children.map((child, index) => ({
      id: known?.children?.[index]?.id ?? undefined,
      name: child.name[locale],
      url: child.url,
    })),
  }
}

const COMPANY: InThree = { uk: 'Газ і Конденсат', en: 'Gas & Condensate', ru: 'Газ и Конденсат' }
const RIGHTS: InThree = {
  uk: 'Газ і Конденсат. Усі права захищено.',
  en: 'Gas & Condensate. All rights reserved.',
  ru: 'Газ и Конденсат. Все права защищены.',
}
const HOURS: InThree = {
  uk: 'Пн–чт 09:00–18:00, пт 09:00–16:45, сб–нд вихідні',
  en: 'Mon–Thu 09:00–18:00, Fri 09:00–16:45, Sat–Sun closed',
  ru: 'Пн–чт 09:00–18:00, пт 09:00–16:45, сб–вс выходные',
}
const SALES: InThree = { uk: 'Відділ продажу', en: 'Sales department', ru: 'Отдел продаж' }
const LOGISTICS: InThree = { uk: 'Відвантаження', en: 'Loading', ru: 'Отгрузка' }
const TELEGRAM: InThree = { uk: 'Telegram', en: 'Telegram', ru: 'Telegram' }
const LINKEDIN: InThree = { uk: 'LinkedIn', en: 'LinkedIn', ru: 'LinkedIn' }
const YOUTUBE: InThree = { uk: 'YouTube', en: 'YouTube', ru: 'YouTube' }
const ACCOUNTS: InThree = { uk: 'Акредитація покупців', en: 'Accreditation of buyers', ru: 'Аккредитация покупателей' }

const BANK: InThree = {
  uk: 'АТ «Демобанк», МФО 399999',
  en: 'JSC Demobank, MFO 399999',
  ru: 'АО «Демобанк», МФО 399999',
}
const ADDRESS: InThree = {
  uk: '01001, м. Київ, вул. Прикладна, 1',
  en: '1 Prykladna St, Kyiv, 01001',
  ru: '01001, г. Киев, ул. Прикладная, 1',
}
const SIGNATORY: InThree = {
  uk: 'директора Марченка Олексія Івановича',
  en: 'Oleksii Marchenko, Director',
  ru: 'директора Марченко Алексея Ивановича',
}
const AUTHORITY: InThree = { uk: 'Статуту', en: 'the Charter', ru: 'Устава' }

/** What the made-up seller has on protocols and agreements, where no one has entered a real one's. */
export async function seedSeller(cms: Payload): Promise<void> {
  const before = await cms.findGlobal({ slug: 'seller', depth: 0 })
  if (before.edrpou) return
  for (const locale of LANGUAGES) {
    const data = {
      ...SELLER_CODES,
      bank: BANK[locale],
      address: ADDRESS[locale],
      signatory: SIGNATORY[locale],
      authority: AUTHORITY[locale],
    }
    await cms.updateGlobal({ slug: 'seller', locale, depth: 0, data })
  }
}

type Memo = Pick<Setting, 'contacts' | 'links'>

/** The settings of a company that does not exist, where nobody has entered a real one. */
export async function seedSettings(cms: Payload, year: number): Promise<void> {
  const before = await cms.findGlobal({ slug: 'settings', depth: 0 })
  if (before.company_name) return
  let rows: Memo['contacts']
  let networks: Memo['links']
  for (const locale of LANGUAGES) {
    const link = (known: { id?: string | null } | undefined, name: InThree, url: string) => ({
      id: known?.id ?? undefined,
      name: name[locale],
      url,
    })
    const contact = (index: number, label: InThree, isMain: boolean, number: string) => {
      const row = rows?.[index]
      return {
        id: row?.id ?? undefined,
        label: label[locale],
        is_main: isMain,
        phones: [{ id: row?.phones?.[0]?.id ?? undefined, number }],
        socials: isMain ? [link(row?.socials?.[0], TELEGRAM, 'https://t.me/demo_gas_condensate')] : [],
      }
    }
    const saved = await cms.updateGlobal({
      slug: 'settings',
      locale,
      depth: 0,
      data: {
        company_name: COMPANY[locale],
        copyright: `© ${year} ${RIGHTS[locale]}`,
        working_hours: HOURS[locale],
        support_email: 'auction@demo.example',
        contacts: [
          contact(0, SALES, true, '+38 044 000 00 00'),
          contact(1, ACCOUNTS, false, '+38 044 000 00 99'),
          contact(2, LOGISTICS, false, '+38 044 000 00 55'),
        ],
        links: [
          link(networks?.[0], LINKEDIN, 'https://www.linkedin.com/company/demo-gas-condensate'),
          link(networks?.[1], YOUTUBE, 'https://www.youtube.com/@demo-gas-condensate'),
        ],
      },
    })
    rows = saved.contacts
    networks = saved.links
  }
}
