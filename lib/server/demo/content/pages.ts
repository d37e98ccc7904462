import type { InThree } from './write-blocks'
import { PRIVACY_POLICY } from '@/lib/server/demo/content/privacy-policy'
import { TERMS_OF_USE } from '@/lib/server/demo/content/terms-of-use'
import type { DemoBlock } from '@/lib/server/demo/content/write-blocks'

export interface DemoPage {
  slug: string
  title: InThree
  description: InThree
  blocks: readonly DemoBlock[]
}

const ABOUT: DemoPage = {
  slug: 'pro-kompaniiu',
  title: ['Про компанію', 'About the company', 'О компании'],
  description: [
    'Видобуток природного газу та газового конденсату, підготовка, облік і продаж на відкритих торгах.',
    'Production of natural gas and gas condensate, treatment, metering, and sale in open auctions.',
    'Добыча природного газа и газового конденсата, подготовка, учёт и продажа на открытых торгах.',
  ],
  blocks: [
    {
      kind: 'hero',
      picture: 'wellhead',
      title: [
        'Видобуваємо газ і продаємо його відкрито',
        'We produce gas and sell it in the open',
        'Добываем газ и продаём его открыто',
      ],
      text: [
        '«Газ і Конденсат» видобуває вуглеводні, готує їх до вимог кодексу ГТС і продає на аукціонах, результат яких може перевірити кожен.',
        'Gas & Condensate produces hydrocarbons, treats them to the requirements of the GTS code, and sells them in auctions whose result anyone can check.',
        '«Газ и Конденсат» добывает углеводороды, готовит их к требованиям кодекса ГТС и продаёт на аукционах, результат которых может проверить каждый.',
      ],
      links: [
        { name: ['Перейти до аукціонів', 'See the auctions', 'Перейти к аукционам'], url: '/auctions/condensate' },
        { name: ['Результати торгів', 'Results', 'Результаты торгов'], url: '/auctions/results-past-auctions' },
      ],
    },
    {
      kind: 'cards',
      title: ['Як ми працюємо', 'How we work', 'Как мы работаем'],
      items: [
        {
          picture: 'gauge',
          title: ['Точний облік', 'Exact metering', 'Точный учёт'],
          text: [
            'Два хроматографи й повірені вузли обліку; добовий паспорт газу для кожного покупця.',
            'Two chromatographs and verified metering stations; a daily gas passport for each buyer.',
            'Два хроматографа и поверенные узлы учёта; суточный паспорт газа для каждого покупателя.',
          ],
        },
        {
          picture: 'shield',
          title: ['Рівні умови', 'Equal terms', 'Равные условия'],
          text: [
            'До початку торгів пропозицій не бачить ніхто, навіть менеджер; під час торгів учасників названо номерами.',
            'Before bidding starts no one sees an offer, not even the manager; during bidding, participants appear as numbers.',
            'До начала торгов предложений не видит никто, даже менеджер; во время торгов участники названы номерами.',
          ],
          url: '/auctions/rules-auctions',
        },
        {
          picture: 'document',
          title: ['Підтверджена якість', 'Proven quality', 'Подтверждённое качество'],
          text: [
            'Протоколи акредитованої лабораторії доступні всім, паспорт якості — на кожну партію.',
            'Reports of an accredited laboratory are open to all, a quality passport comes with each batch.',
            'Протоколы аккредитованной лаборатории доступны всем, паспорт качества — на каждую партию.',
          ],
          url: '/auctions/certificates',
        },
      ],
    },
    {
      kind: 'table',
      title: ['Цифри року', 'The year in figures', 'Цифры года'],
      columns: [
        ['Показник', 'Figure', 'Показатель'],
        ['Значення', 'Value', 'Значение'],
      ],
      rows: [
        [
          ['Видобуто природного газу', 'Natural gas produced', 'Добыто природного газа'],
          ['312 млн м³', '312 million m³', '312 млн м³'],
        ],
        [
          ['Видобуто газового конденсату', 'Gas condensate produced', 'Добыто газового конденсата'],
          ['18,6 тис. т', '18.6 thousand t', '18,6 тыс. т'],
        ],
        [
          ['Діючі свердловини', 'Wells in operation', 'Действующие скважины'],
          ['27', '27', '27'],
        ],
        [
          ['Працівники', 'Employees', 'Сотрудники'],
          ['346', '346', '346'],
        ],
      ],
    },
    {
      kind: 'contact',
      title: ['Зв’язатися з нами', 'Contact us', 'Связаться с нами'],
      text: ['Відповідаємо в робочий час.', 'We answer in working hours.', 'Отвечаем в рабочее время.'],
    },
  ],
}

const PAYMENT: DemoPage = {
  slug: 'oplata-ta-dostavka',
  title: ['Оплата й доставка', 'Payment and delivery', 'Оплата и доставка'],
  description: [
    'Строки оплати, гарантійний внесок, пункти передачі та документи на відвантаження.',
    'Payment terms, deposit, transfer points and shipping documents.',
    'Сроки оплаты, гарантийный взнос, пункты передачи и документы на отгрузку.',
  ],
  blocks: [
    {
      kind: 'steps',
      title: ['Від перемоги до відвантаження', 'From winning to loading', 'От победы до отгрузки'],
      items: [
        [
          ['Договір', 'Agreement', 'Договор'],
          [
            'Готуємо за один робочий день після завершення аукціону; підписання — електронним підписом або на папері.',
            'Prepared within one working day after the auction is completed; signed electronically or on paper.',
            'Готовим за один рабочий день после завершения аукциона; подписание — электронной подписью или на бумаге.',
          ],
        ],
        [
          ['Оплата', 'Payment', 'Оплата'],
          [
            'Безготівковий переказ на рахунок у договорі. Строк і частки наведено в умовах лота, найчастіше 100 % попередня оплата за п’ять робочих днів.',
            'Bank transfer to the account in the agreement. Term and parts are in the lot’s terms, mostly 100 % in advance within five working days.',
            'Безналичный перевод на счёт в договоре. Срок и доли приведены в условиях лота, чаще всего 100 % предварительная оплата за пять рабочих дней.',
          ],
        ],
        [
          ['Заявка на подачу', 'Loading request', 'Заявка на подачу'],
          [
            'Для конденсату — номери машин чи цистерн і дати; для газу — номінація або торгове сповіщення.',
            'For condensate, vehicle or tank-car numbers and dates; for gas, a nomination or trade notification.',
            'Для конденсата — номера машин или цистерн и даты; для газа — номинация или торговое уведомление.',
          ],
        ],
        [
          ['Передача', 'Transfer', 'Передача'],
          [
            'Право власності переходить у пункті передачі; акт і податкова накладна — того самого місяця.',
            'Title passes at the transfer point; the act and the tax invoice come in the same month.',
            'Право собственности переходит в пункте передачи; акт и налоговая накладная — в том же месяце.',
          ],
        ],
      ],
    },
    {
      kind: 'table',
      title: ['Пункти передачі', 'Transfer points', 'Пункты передачи'],
      columns: [
        ['Продукт', 'Product', 'Продукт'],
        ['Де', 'Where', 'Где'],
        ['Документи', 'Documents', 'Документы'],
      ],
      rows: [
        [
          ['Газовий конденсат', 'Gas condensate', 'Газовый конденсат'],
          [
            'Наливна естакада ГПЗ: авто та залізниця',
            'Loading rack of the plant: road and rail',
            'Наливная эстакада ГПЗ: авто и железная дорога',
          ],
          ['ТТН, паспорт якості, акт', 'Waybill, quality passport, act', 'ТТН, паспорт качества, акт'],
        ],
        [
          ['Природний газ', 'Natural gas', 'Природный газ'],
          [
            'Віртуальна торгова точка, точка входу в ГТС, ПСГ',
            'Virtual trading point, GTS entry point, storage',
            'Виртуальная торговая точка, точка входа в ГТС, ПХГ',
          ],
          ['Торгове сповіщення, акт', 'Trade notification, act', 'Торговое уведомление, акт'],
        ],
        [
          ['Пропан-бутан', 'Propane-butane', 'Пропан-бутан'],
          ['Автоналив ГПЗ', 'Road loading at the plant', 'Автоналив ГПЗ'],
          ['ТТН, паспорт якості', 'Waybill, quality passport', 'ТТН, паспорт качества'],
        ],
      ],
    },
    {
      kind: 'faq',
      title: ['Поширені запитання', 'Frequent questions', 'Распространённые вопросы'],
      items: [
        [
          ['Чи потрібен гарантійний внесок?', 'Is a deposit needed?', 'Нужен ли гарантийный взнос?'],
          [
            'Його розмір, зазвичай 3–5 % від стартової суми, зазначено в договорі. Внесок зараховується в оплату.',
            'Its size, mostly 3–5 % of the starting sum, is in the agreement. It counts towards the payment.',
            'Его размер, обычно 3–5 % от стартовой суммы, указан в договоре. Взнос засчитывается в оплату.',
          ],
        ],
        [
          ['Чи включено ПДВ?', 'Is VAT included?', 'Включён ли НДС?'],
          [
            'Так. Усі ціни на порталі — з ПДВ 20 %.',
            'Yes. All prices on the portal include VAT of 20 %.',
            'Да. Все цены на портале — с НДС 20 %.',
          ],
        ],
        [
          ['Що буде, якщо не оплатити вчасно?', 'What if a payment is late?', 'Что будет, если не оплатить вовремя?'],
          [
            'Договір передбачає пеню; після десяти робочих днів його може бути розірвано, а внесок — утримано.',
            'The agreement provides for a penalty; after ten working days it may be ended and the deposit kept.',
            'Договор предусматривает пеню; после десяти рабочих дней он может быть расторгнут, а взнос — удержан.',
          ],
        ],
        [
          ['Чи можна забрати обсяг частинами?', 'Can the volume be taken in parts?', 'Можно ли забрать объём частями?'],
          [
            'Так, у межах строку відвантаження з умов лота.',
            'Yes, within the shipment period of the lot.',
            'Да, в пределах срока отгрузки из условий лота.',
          ],
        ],
      ],
    },
  ],
}

const CONTACTS: DemoPage = {
  slug: 'kontakty',
  title: ['Контакти', 'Contacts', 'Контакты'],
  description: [
    'Телефони відділів, пошта підтримки, робочий час.',
    'Phones of departments, support mail, working hours.',
    'Телефоны отделов, почта поддержки, рабочее время.',
  ],
  blocks: [
    {
      kind: 'contact',
      title: ['Телефони та пошта', 'Phones and mail', 'Телефоны и почта'],
      text: [
        'Пн–чт 09:00–18:00, пт 09:00–16:45. У день торгів відділ продажу відповідає до завершення аукціону.',
        'Mon–Thu 09:00–18:00, Fri 09:00–16:45. On auction days the sales department answers until the end of bidding.',
        'Пн–чт 09:00–18:00, пт 09:00–16:45. В день торгов отдел продаж отвечает до завершения аукциона.',
      ],
    },
    {
      kind: 'text',
      title: ['Поштова адреса', 'Postal address', 'Почтовый адрес'],
      text: [
        `ТОВ «Газ і Конденсат», вул. Прикладна, 1, м. Київ, 01001.
Зареєстрованим покупцям зручніше писати через форму зворотного зв’язку в [кабінеті](/cabinet/feedbackform): там зберігається історія й можна додати файли.`,
        `Gas & Condensate LLC, 1 Prykladna St, Kyiv, 01001.
For registered buyers the feedback form in your [account](/cabinet/feedbackform) is handier: it keeps the history and takes files.`,
        `ООО «Газ и Конденсат», ул. Прикладная, 1, г. Киев, 01001.
Зарегистрированным покупателям удобнее писать через форму обратной связи в [кабинете](/cabinet/feedbackform): там хранится история и можно добавить файлы.`,
      ],
    },
  ],
}

const TERMS: DemoPage = {
  slug: 'umovy-korystuvannia',
  title: ['Умови користування порталом', 'Terms of use', 'Условия пользования порталом'],
  description: [
    'Хто й на яких умовах користується порталом аукціонів.',
    'Who uses the auction portal, and on which terms.',
    'Кто и на каких условиях пользуется порталом аукционов.',
  ],
  blocks: TERMS_OF_USE,
}

const PRIVACY: DemoPage = {
  slug: 'politika-konfideciynosti',
  title: ['Політика конфіденційності', 'Privacy policy', 'Политика конфиденциальности'],
  description: [
    'Які персональні дані збирає портал, навіщо й на який строк.',
    'Which personal data the portal collects, why and for how long.',
    'Какие персональные данные собирает портал, зачем и на какой срок.',
  ],
  blocks: PRIVACY_POLICY,
}

export const DEMO_PAGES: readonly DemoPage[] = [PRIVACY, ABOUT, PAYMENT, CONTACTS, TERMS]
