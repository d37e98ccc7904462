import { makeEdrpou, makeEic, makeIban } from '@/lib/server/demo/company-codes'

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
  auction_kind: 'gas_condensate' | 'natural_gas' | 'all'
}

type Entry = readonly [short: string, surname: string, name: string, patronymic: string, kind?: DemoCompany['auction_kind']]

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

function company([short, surname, name, patronymic, kind = 'all']: Entry, number: number, mailbox: string): DemoCompany {
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
