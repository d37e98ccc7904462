import type { InThree } from './write-blocks'
import type { DemoBlock } from '@/lib/server/demo/content/write-blocks'
import { GAS_SUB_PAGE } from '@/lib/server/demo/content/gas-sub-page'

export interface DemoAuctionPage {
  kind: 'landing' | 'rules' | 'how_does_work' | 'results' | 'certificates' | 'gas_sub_page'
  /** 1 condensate, 2 gas; null for all. */
  category: 1 | 2 | null
  title: InThree
  blocks: readonly DemoBlock[]
}

const LANDING: readonly DemoBlock[] = [
  {
    kind: 'cards',
    title: ['Що потрібно знати покупцеві', 'What a buyer should know', 'Что нужно знать покупателю'],
    items: [
      {
        title: ['Як стати учасником', 'How to take part', 'Как стать участником'],
        text: [
          'Реєстрація, документи, підтвердження за один робочий день.',
          'Registration, documents, confirmation within one working day.',
          'Регистрация, документы, подтверждение за один рабочий день.',
        ],
        url: '/auctions/how-does-work',
        picture: 'calendar',
      },
      {
        title: ['Правила торгів', 'Rules of bidding', 'Правила торгов'],
        text: [
          'Кроки, подовження, розподіл обсягу та приклад із числами.',
          'Steps, extensions, allocation of volume, and an example in figures.',
          'Шаги, продления, распределение объёма и пример с числами.',
        ],
        url: '/auctions/rules-auctions',
        picture: 'shield',
      },
      {
        title: ['Замовити без торгів', 'Order without an auction', 'Заказать без торгов'],
        text: [
          'Невеликі партії, пропан-бутан і сірка — за формою замовлення.',
          'Small batches, propane-butane and sulphur by the order form.',
          'Небольшие партии, пропан-бутан и сера — по форме заказа.',
        ],
        url: '/shop',
        picture: 'rail',
      },
    ],
  },
]

const CONDENSATE_LANDING: readonly DemoBlock[] = [
  {
    kind: 'text',
    text: [
      'Стабільний газовий конденсат установки підготовки ГПЗ: лоти від 50 тонн, передача на наливній естакаді авто- або залізничним транспортом. Ціни — у гривнях за тонну з ПДВ. Показники якості кожної партії — у [сертифікатах](/auctions/condensate/certificates).',
      'Stable gas condensate of the plant’s treatment unit: lots from 50 tonnes, transferred at the loading rack by road or rail. Prices are in UAH per tonne with VAT. The quality of each batch is in the [certificates](/auctions/condensate/certificates).',
      'Стабильный газовый конденсат установки подготовки ГПЗ: лоты от 50 тонн, передача на наливной эстакаде авто- или железнодорожным транспортом. Цены — в гривнах за тонну с НДС. Показатели качества каждой партии — в [сертификатах](/auctions/condensate/certificates).',
    ],
  },
]

const GAS_LANDING: readonly DemoBlock[] = [
  {
    kind: 'text',
    text: [
      'Природний газ власного видобутку: лоти на віртуальній торговій точці, точці входу в ГТС та в підземному сховищі. Ціни — у гривнях за тисячу кубометрів з ПДВ. Вимоги до покупця й порядок передачі — на сторінці [«Як купити природний газ»](/auctions/gas/gasSubPage).',
      'Natural gas of our own production: lots at the virtual trading point, at a GTS entry point and in underground storage. Prices are in UAH per thousand cubic metres with VAT. What a buyer needs and how gas is transferred is on the page [“How to buy natural gas”](/auctions/gas/gasSubPage).',
      'Природный газ собственной добычи: лоты на виртуальной торговой точке, точке входа в ГТС и в подземном хранилище. Цены — в гривнах за тысячу кубометров с НДС. Требования к покупателю и порядок передачи — на странице [«Как купить природный газ»](/auctions/gas/gasSubPage).',
    ],
  },
]

const RULES: readonly DemoBlock[] = [
  {
    kind: 'text',
    text: [
      'Торги проводяться онлайн з підвищенням ціни; обсяг лота розподіляється між кількома переможцями за їхніми цінами. Повні правила наведено нижче: саме за ними портал приймає й відхиляє ставки.',
      'Bidding is online and upward; the lot’s volume is divided among several winners at their own prices. The full rules are below: the portal accepts and refuses bids by them.',
      'Торги проводятся онлайн с повышением цены; объём лота распределяется между несколькими победителями по их ценам. Полные правила приведены ниже: именно по ним портал принимает и отклоняет ставки.',
    ],
  },
  { kind: 'portal', section: 'rules' },
]

const GUIDE: readonly DemoBlock[] = [
  { kind: 'portal', section: 'guide' },
  {
    kind: 'faq',
    title: ['Запитання про хід торгів', 'Questions about bidding', 'Вопросы о ходе торгов'],
    items: [
      [
        ['Хто бачить мою попередню ставку?', 'Who sees my preliminary bid?', 'Кто видит мою предварительную ставку?'],
        [
          'До початку торгів — ніхто, зокрема й менеджер. З початком вона стає вашою першою ставкою під номером учасника.',
          'Before bidding starts no one does, not even the manager. At the start it becomes your first bid under a participant number.',
          'До начала торгов — никто, в том числе и менеджер. С началом она становится вашей первой ставкой под номером участника.',
        ],
      ],
      [
        ['Чому завершення відсунулося?', 'Why did the end move?', 'Почему завершение отодвинулось?'],
        [
          'Ставка в останні хвилини, яка змінила розподіл, подовжує торги, щоб інші встигли відповісти, але не далі граничного часу.',
          'A bid in the last minutes that changes the allocation extends bidding, so that others can answer, but not beyond the latest end.',
          'Ставка в последние минуты, которая изменила распределение, продлевает торги, чтобы другие успели ответить, но не дальше предельного времени.',
        ],
      ],
    ],
  },
]

const RESULTS: readonly DemoBlock[] = [
  {
    kind: 'text',
    text: [
      'Тут зібрано всі завершені аукціони: кількість учасників і переможців, проданий обсяг, середня та найвища ціна. Кожна точка графіка веде до свого аукціону з повним протоколом.',
      'All completed auctions are here: participants and winners, volume sold, average and highest price. Each point of the chart leads to its auction with the full protocol.',
      'Здесь собраны все завершённые аукционы: количество участников и победителей, проданный объём, средняя и наивысшая цена. Каждая точка графика ведёт к своему аукциону с полным протоколом.',
    ],
  },
]

const CERTIFICATES: readonly DemoBlock[] = [
  {
    kind: 'text',
    text: [
      'Протоколи випробувань акредитованої лабораторії. Паспорт якості на конкретну партію передається разом із товаром; для газу його дані щодоби надсилаються покупцям.',
      'Test reports of an accredited laboratory. The quality passport of a batch comes with the goods; for gas its data reach buyers daily.',
      'Протоколы испытаний аккредитованной лаборатории. Паспорт качества на конкретную партию передаётся вместе с товаром; для газа его данные ежесуточно отправляются покупателям.',
    ],
  },
  { kind: 'portal', section: 'certificates' },
]

export const DEMO_AUCTION_PAGES: readonly DemoAuctionPage[] = [
  { kind: 'landing', category: null, title: ['Для покупців', 'For buyers', 'Для покупателей'], blocks: LANDING },
  {
    kind: 'landing',
    category: 1,
    title: ['Газовий конденсат', 'Gas condensate', 'Газовый конденсат'],
    blocks: CONDENSATE_LANDING,
  },
  { kind: 'landing', category: 2, title: ['Природний газ', 'Natural gas', 'Природный газ'], blocks: GAS_LANDING },
  { kind: 'rules', category: null, title: ['Правила аукціонів', 'Auction rules', 'Правила аукционов'], blocks: RULES },
  {
    kind: 'how_does_work',
    category: null,
    title: ['Як проходить аукціон', 'How an auction works', 'Как проходит аукцион'],
    blocks: GUIDE,
  },
  {
    kind: 'results',
    category: null,
    title: ['Результати минулих аукціонів', 'Results of past auctions', 'Результаты прошлых аукционов'],
    blocks: RESULTS,
  },
  {
    kind: 'certificates',
    category: null,
    title: ['Сертифікати якості', 'Quality certificates', 'Сертификаты качества'],
    blocks: CERTIFICATES,
  },
  {
    kind: 'gas_sub_page',
    category: null,
    title: ['Як купити природний газ', 'How to buy natural gas', 'Как купить природный газ'],
    blocks: GAS_SUB_PAGE,
  },
]
