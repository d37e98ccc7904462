import { composeIBAN } from 'ibantools'
import type { Payload } from 'payload'
import type { CategoryKey } from '@/lib/contract/primitives'
import { isEdrpou, isEic } from '@/lib/domain/identifiers'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { DemoLogins } from './demo'

const DIGITS = '0123456789'
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A valid EDRPOU code from its first seven digits. Those from 99 on are given to nobody. */
function makeEdrpou(first: number): string {
  return completed(String(first).padStart(7, '0'), DIGITS, isEdrpou)
}

/** A valid EIC code of a company, issued (as it were) by the Ukrainian office, 62. */
function makeEic(number: number): string {
  // Of some bodies the check character would be "-", which none may have; then the next letter is tried.
  for (const letter of 'DEMO') {
    const body = `62X${letter}GAS${String(number).padStart(8, '0')}`
    const last = [...CHARACTERS].find((character) => isEic(body + character))
    if (last !== undefined) return body + last
  }
  throw new Error(`no EIC code for ${number}`)
}

/** A valid Ukrainian IBAN at a bank that does not exist. */
function makeIban(number: number): string {
  const iban = composeIBAN({ countryCode: 'UA', bban: `399999${'26000'}${String(number).padStart(14, '0')}` })
  if (iban === null) throw new Error(`no IBAN for ${number}`)
  return iban
}

function completed(body: string, characters: string, isValid: (code: string) => boolean): string {
  const last = [...characters].find((character) => isValid(body + character))
  if (last === undefined) throw new Error(`nothing completes ${body}`)
  return body + last
}

/** The codes that the demo's seller has on prints. */
export const SELLER_CODES = {
  edrpou: makeEdrpou(9_990_001),
  tax_number: '399900012345',
  eic: makeEic(9_001),
  iban: makeIban(9_001),
}

export interface DemoCompany {
  email: string
  company_name: string
  company_short_name: string
  surname: string
  name: string
  patronymic: string
  phone: string
  edrpou: string
  eic: string
  iban: string
  auction_kind: CategoryKey | 'all'
}

type Entry = readonly [
  short: string,
  surname: string,
  name: string,
  patronymic: string,
  kind?: DemoCompany['auction_kind'],
]

/** Made-up buyers. The first six sign in; the seventh waits for its confirmation. */
const SIGNING_IN: readonly Entry[] = [
  ['Азимут Енергоресурс', 'Коваленко', 'Олена', 'Вікторівна'],
  ['Південь Нафтопереробка', 'Мельник', 'Андрій', 'Сергійович'],
  ['Терра Паливо', 'Бондар', 'Ірина', 'Олегівна'],
  ['Вектор Газтрейд', 'Шевчук', 'Дмитро', 'Іванович'],
  ['Лиман Петрол', 'Ткачук', 'Наталія', 'Петрівна'],
  ['Сокіл Термінал', 'Гнатюк', 'Роман', 'Васильович'],
]
const WAITING: Entry = ['Обрій Ресурс', 'Савчук', 'Юлія', 'Андріївна']

/** Companies of the auctions of the past, which nobody signs in for. */
const OTHERS: readonly Entry[] = [
  ['Дністер Ойл', 'Кравець', 'Павло', 'Юрійович'],
  ['Кристал Хім', 'Лисенко', 'Марія', 'Степанівна', 'gas_condensate'],
  ['Степ Енерго', 'Поліщук', 'Сергій', 'Миколайович', 'natural_gas'],
  ['Промінь Агрогаз', 'Романюк', 'Оксана', 'Богданівна', 'natural_gas'],
  ['Борей Трейдинг', 'Мороз', 'Ігор', 'Олексійович'],
  ['Цитадель Паливна', 'Кузьменко', 'Тетяна', 'Ігорівна', 'gas_condensate'],
  ['Ріка Логістик', 'Панченко', 'Максим', 'Віталійович'],
  ['Гранд Бітум', 'Левченко', 'Василь', 'Павлович', 'gas_condensate'],
  ['Світанок Скло', 'Остапенко', 'Людмила', 'Романівна', 'natural_gas'],
  ['Меридіан Сировина', 'Яценко', 'Олег', 'Дмитрович'],
  ['Полум’я Кераміка', 'Назаренко', 'Віра', 'Миколаївна', 'natural_gas'],
  ['Оріон Петрохім', 'Федорук', 'Тарас', 'Андрійович', 'gas_condensate'],
]

export const DEMO_DOMAIN = 'demo.example'

export const demoBuyers = SIGNING_IN.map((entry, index) => company(entry, index + 1, `buyer${index + 1}`))
export const waitingBuyer = company(WAITING, SIGNING_IN.length + 1, `buyer${SIGNING_IN.length + 1}`)
export const pastBuyers = OTHERS.map((entry, index) => company(entry, index + 101, `company${index + 101}`))

function company(
  [short, surname, name, patronymic, kind = 'all']: Entry,
  number: number,
  mailbox: string,
): DemoCompany {
  return {
    email: `${mailbox}@${DEMO_DOMAIN}`,
    company_name: `Товариство з обмеженою відповідальністю «${short}»`,
    company_short_name: `ТОВ «${short}»`,
    surname,
    name,
    patronymic,
    phone: `+38044000${String(number).padStart(4, '0')}`,
    edrpou: makeEdrpou(9_900_000 + number * 7),
    eic: makeEic(number),
    iban: makeIban(number),
    auction_kind: kind,
  }
}

const STAFF_NAMES = {
  admin: 'Адміністратор порталу',
  manager: 'Олександра Захарченко',
  editor: 'Михайло Деркач',
} as const

/** The back office's people; answers the manager's id. */
export async function seedStaff(cms: Payload, logins: DemoLogins): Promise<number> {
  let manager = 0
  for (const { email, role } of logins.staff) {
    const { docs } = await cms.find({ collection: 'staff', where: { email: { equals: email } }, limit: 1, depth: 0 })
    const { id } =
      docs[0] ??
      (await cms.create({
        collection: 'staff',
        depth: 0,
        data: { email, role, name: STAFF_NAMES[role], password: logins.password },
      }))
    if (role === 'manager') manager = id
  }
  return manager
}

export interface DemoAccounts {
  /** The six that sign in. */
  buyers: number[]
  waiting: number
  /** Everybody who may bid on goods of a type. */
  bidders: Record<CategoryKey, readonly number[]>
}

interface AccountDependencies {
  cms: Payload
  pool: Pool
  hashPassword(password: string): Promise<string>
}

/** The companies: all but one confirmed, those that sign in with the demo's password. */
export async function seedAccounts(
  deps: AccountDependencies,
  logins: DemoLogins,
  staffId: number,
): Promise<DemoAccounts> {
  const { pool } = deps
  const buyers = await companies(deps, demoBuyers)
  const [waiting = 0] = await companies(deps, [waitingBuyer])
  const others = await companies(deps, pastBuyers)
  await pool.query(
    `insert into portal.account_decisions (account_id, kind, staff_id)
     select id, 'confirmed', $2 from unnest($1::int[]) id
     where not exists (select from portal.account_decisions decision where decision.account_id = id)`,
    [[...buyers, ...others], staffId],
  )
  await pool.query(
    `insert into portal.email_confirmations (account_id, email)
     select id, email from cms.companies where id = any ($1)
       and not exists (select from portal.email_confirmations known where known.account_id = companies.id)`,
    [[...buyers, waiting, ...others]],
  )
  const hash = await deps.hashPassword(logins.password)
  await pool.query(
    `insert into portal.credentials (account_id, password_hash) select id, $2 from unnest($1::int[]) id on conflict (account_id) do nothing`,
    [[...buyers, waiting], hash],
  )
  const biddersFor = (kind: CategoryKey) => [
    ...buyers,
    ...others.filter((_, index) => ['all', kind].includes(pastBuyers[index]!.auction_kind)),
  ]
  return {
    buyers,
    waiting,
    bidders: { gas_condensate: biddersFor('gas_condensate'), natural_gas: biddersFor('natural_gas') },
  }
}

async function companies({ cms }: AccountDependencies, list: readonly DemoCompany[]): Promise<number[]> {
  const ids: number[] = []
  for (const company of list) {
    const { docs } = await cms.find({
      collection: 'companies',
      where: { email: { equals: company.email } },
      limit: 1,
      depth: 0,
    })
    const { id } =
      docs[0] ?? (await cms.create({ collection: 'companies', depth: 0, data: { ...company, language: 'uk' } }))
    ids.push(id)
  }
  return ids
}
