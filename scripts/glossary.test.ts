import { describe, expect, it } from '@jest/globals'
import { messagesOf, type UserText, readTexts, type TextLanguage } from '@/tests/support/read-texts'

/** A forbidden word, the term to use, and exceptions by place or phrase. */
type Rule = readonly [word: RegExp, instead: string, except?: RegExp]

const UKRAINIAN: readonly Rule[] = [
  [/Догов\p{L}* (?:\S+ )?закри/iu, 'виконаний'],
  [/надлиш/iu, 'переплата', /надлишково сплачен/iu],
  [/депозит/iu, 'гарантійний внесок'],
  [/початков/iu, 'стартова ціна', /початковий екран/iu],
  [/попередн\p{L}* (?:цін|пропозиц)/iu, 'попередня ставка, остання ставка'],
  [/мінімальн\p{L}* крок/iu, 'крок аукціону'],
  [/найбільш\p{L}* (?:крок|підвищенн)/iu, 'максимальний крок'],
  // Кількість is a number of people or things; обсяг is the volume for sale.
  [
    /кількіст/iu,
    'обсяг',
    /кількіст\p{L}* (?:учасник|ставок|спроб|відвідув|переможц|заявок|запит|записів|документ|перегляд)/iu,
  ],
  // Quality certificates and the shop refer to batches.
  [/(?<!\p{L})парті[яїюєй]/iu, 'мінімальний обсяг', /demo\/seed/],
  // «Для продовження» means to continue, not to extend.
  [/продовжен/iu, 'подовження', /для продовження/iu],
  [/дістається|дістанеться|дістал\p{L}ся|дістався|роздається/iu, 'розподіл, розподілено'],
  [/(?<!\p{L})прийом/iu, 'приймання'],
  [/контрольн\p{L}* сум/iu, 'хеш'],
  [/найкращ\p{L}* цін/iu, 'найвища ціна'],
  [/вибір переможц|вибор\p{L}* переможц/iu, 'визначення переможців'],
  [/точ(?:ка|ки|ку|ці|кою) (?:передач|передаван)|передаванн/iu, 'пункт передачі'],
  [/термін\p{L}* (?:оплат|відвантаж|постач)/iu, 'строк'],
  [/ак+аунт/iu, 'обліковий запис'],
  [/двофактор/iu, 'двоетапна перевірка'],
  // The specification uses it in the chat; the office has administrators.
  [
    /адміністратор/iu,
    'менеджер аукціону',
    /messages\/uk\.json Chat\.|чаті|повідомлення адміністратора|адміністратор відповів|lib\/server\/cms|json Office\.(?:you|role_admin|pageFailedHint|withheld|biddingFault|clockSet)|messages\/office|companies\.ts/,
  ],
  [/вживу/iu, 'у реальному часі'],
  [/(?<!\p{L})геш/iu, 'хеш'],
  [/(?<![\p{L}])питан/iu, 'запитання', /з питань|питань (?:екс|митн|захист)/iu],
  [/Вас перебит|Вас перебил/iu, 'Вашу ставку перебито'],
  [/не на кроці/iu, 'не відповідає кроку'],
  [/не можна повернути/iu, 'Цю дію не можна скасувати'],
  [/за поточного розподілу/iu, 'за поточним розподілом'],
  [/лише з причиною/iu, 'із зазначенням причини'],
  [/не спираються/iu, 'не є підставою для участі в торгах'],
  [/вже немає/iu, 'Запис не знайдено або видалено'],
  [/(?<!\p{L})погоджується/iu, 'узгоджується'],
  [/напряму/iu, 'безпосередньо'],
  [/для незрячих/iu, 'Альтернативний текст'],
  [/відповіджен/iu, 'Відповіли'],
  [/переписк/iu, 'листування'],
  [/(?<!\p{L})передоплат/iu, 'попередня оплата'],
  [/Ми в мережах/iu, 'Ми в соцмережах'],
  [/Част(?:і|их) (?:за)?питан/iu, 'Поширені запитання'],
  [/Рішення (?:[^.]{0,30} )?прийнято/iu, 'Рішення ухвалено'],
  [/де виконано вхід/iu, 'Активні сеанси'],
  [/закінчуються за \d/iu, 'протягом'],
  [/Торгуйтеся/iu, 'Робіть ставки'],
  [/Без виграшу/iu, 'Обсяг не отримано'],
  [/Забракло/iu, 'Недостатньо'],
  [/стоять тут|стоїть тут/iu, 'тут з’являться'],
  [/(?<!\p{L})погодим/iu, 'узгодимо'],
  [/(?<!\p{L})наново/iu, 'заново'],
  [/дотеперішн/iu, 'нинішній'],
  // Only a bid that changes the allocation extends the auction (R5.1).
  [/(?<!\p{L})ставка (?:зараз )?подовжу?[єи]/iu, 'може подовжити'],
  [/крок ціни/iu, 'крок аукціону'],
  [/перебіг ціни/iu, 'динаміка ціни'],
  // Продукт is a by-product of a plant; продукція is for sale.
  [/(?<!\p{L})продукт(?!\p{L})/iu, 'продукція', /(?:супутній|побічний) продукт/iu],
  // Діюча is a well in operation; чинне is in force.
  [/(?<!\p{L})діюч/iu, 'чинний', /діючі свердловини/iu],
  [/криптографічн\p{L}* відбит|відбитки Argon/iu, 'хеш'],
  // «За п’ять днів» also means five days before.
  [/(?<!ніж )за \S+ робочих днів/iu, 'протягом, не пізніше ніж за'],
  [/за поточного рейтингу/iu, 'за поточним рейтингом'],
  [/відмовлено від|від \p{L}+ відмовлено/iu, 'відхилено'],
  [/(?<!\p{L})числ\p{L} лота/iu, 'параметри лота'],
  [/(?<!\p{L})ваше становище|становище невідоме/iu, 'позиція'],
  [/(?:найменш|найбільш)\p{L}* цін/iu, 'мінімальна, максимальна ціна'],
  [/щойно він відповість/iu, 'щойно сервіс відповість'],
  [/в останні 1/iu, 'в останню хвилину'],
  [/Наступне поле/iu, 'Перевірте поле'],
  [/на порталі немає/iu, 'заповнює Покупець'],
]

const RUSSIAN: readonly Rule[] = [
  [/Догов\p{L}* (?:\S+ )?закры/iu, 'исполнен'],
  [/излиш/iu, 'переплата', /излишн/iu],
  [/депозит/iu, 'гарантийный взнос'],
  [/наибольш\p{L}* (?:шаг|повышен)/iu, 'максимальный шаг'],
  [/начальн\p{L}* цен/iu, 'стартовая цена'],
  [/заканчиваются за \d/iu, 'в течение'],
  [/Торгуйтесь/iu, 'Делайте ставки'],
  [/где выполнен вход/iu, 'Активные сеансы'],
  [/предварительн\p{L}* (?:цен|предложен)/iu, 'предварительная ставка'],
  [/минимальн\p{L}* шаг/iu, 'шаг аукциона'],
  [
    /количеств/iu,
    'объём',
    /количеств\p{L}* (?:участник|ставок|попыт|посещ|победител|заявок|запрос|записей|документ|просмотр)/iu,
  ],
  [/(?<!\p{L})парти[яиюей](?!\p{L})/iu, 'минимальный объём', /demo\/seed/],
  [/достаётся|достанется|доста(?:лся|лась|лось|лись)|раздаётся/iu, 'распределение, распределено'],
  [/нельзя вернуть|вернуть \p{L}+ нельзя/iu, 'Это действие нельзя отменить'],
  [/контрольн\p{L}* сумм/iu, 'хеш'],
  [/лучш\p{L}* цен|самая высокая цена/iu, 'наивысшая цена'],
  [/(?<!\p{L})продукт(?!\p{L})/iu, 'продукция', /(?:сопутствующий|побочный) продукт/iu],
  [/криптографическ\p{L}* отпечат|отпечатки Argon/iu, 'хеш'],
  [/(?<!чем )за \S+ рабочих дней/iu, 'в течение, не позднее чем за'],
  [/(?<!\p{L})ставка (?:сейчас )?продл(?:ит|евает)(?!ь)/iu, 'может продлить'],
  [/шаг цены/iu, 'шаг аукциона'],
  [/(?<!\p{L})ход цены/iu, 'динамика цены'],
  [/Без выигрыша/iu, 'Объём не получен'],
  [/выбор\p{L}* победител/iu, 'определение победителей'],
  [/точк\p{L}* передач/iu, 'пункт передачи'],
  [/термин\p{L}* (?:оплат|отгруз)/iu, 'срок'],
  [/ак+аунт/iu, 'учётная запись'],
  [/двухфактор/iu, 'двухэтапная проверка'],
  [
    /администратор/iu,
    'менеджер аукциона',
    /messages\/ru\.json Chat\.|чате|сообщение администратора|администратор ответил|lib\/server\/cms|json Office\.(?:you|role_admin|pageFailedHint|withheld|biddingFault|clockSet)|messages\/office|companies\.ts/,
  ],
  [/вживую/iu, 'в реальном времени'],
  [/Вас перебит|Вас перебил/iu, 'Вашу ставку перебили'],
  [/догонит пропущ/iu, 'загрузит пропущенное'],
  [/Неверн\p{L}* (?:логин|пароль)/iu, 'Неправильный'],
  [/предоплат/iu, 'предварительная оплата'],
  [/Частые вопросы/iu, 'Распространённые вопросы'],
  [/(?<!\p{L})числ\p{L} лота/iu, 'параметры лота'],
  [/(?<!\p{L})ваше положение/iu, 'позиция'],
  // Наименьшая is the lowest of the winning prices, минимальная the minimum of a bid.
  [
    /(?:наименьш|наибольш)\p{L}* цен/iu,
    'минимальная, максимальная цена',
    /messages\/ru\.json (?:Auction\.result|Results|results)\./,
  ],
  [/как только он ответит/iu, 'как только сервис ответит'],
]

const ENGLISH: readonly Rule[] = [
  [/largest (?:step|raise)/i, 'maximum step'],
  // "nobody" is an account of the operating system.
  [/\b(?:any|every|no|some)body\b/i, '-one', /"nobody"/],
  [/\bSum\b/, 'Total'],
  // /cabinet is the address of the signed-in area.
  [/(?<!\/)\bcabinets?\b/i, 'account'],
  [/\be-mail/i, 'email'],
  // The specification prescribes this sentence.
  [/\blog(?:ged|ging)? ?(?:out|in)\b/i, 'sign in, sign out', /Incorrect login or password/],
  // A letter is of the alphabet; a message is an email. The purpose of a key is not shown, and changing it would void links.
  [
    /\bletters?\b/i,
    'email',
    /^links in letters$|first-letter:|capital letter|lower-?case letter|letters? (?:and|or) (?:digit|number)|Latin letters?|cyrillic/i,
  ],
  [/\bkinds? of\b/i, 'type'],
  [/\bstands? here\b|\bstands? in the\b/i, 'appear here'],
  [/\bparcels?\b/i, 'minimum acceptable volume'],
  [/\bhard end\b/i, 'latest end'],
  [/\bnot held\b/i, 'unsuccessful'],
  [/An error happened|error has happened/i, 'Something went wrong'],
  [/There is no such page/i, 'This page could not be found'],
  [/What you typed/i, 'Your entries'],
  [/\bTake out\b/, 'Remove'],
  [/What needs you|Who did what/i, 'Needs attention, Activity'],
  [/no sign of life/i, 'heartbeat failed'],
  [/\btwo-factor\b/i, 'two-step verification'],
  // The heading of a printed column in any language.
  [/№/, 'No.', /^№$/],
  [/\bworks until\b/i, 'valid until'],
  [/\bchecksum/i, 'hash'],
  [/\bbest price/i, 'highest price'],
  [/\b(?:apply|applied|applying|applications?) to (?:an?|the|this|that)? ?auctions?\b/i, 'for an auction'],
  [/\ballocated (?:anew|again)\b/i, 'reallocated'],
  [/\bbid (?:now )?extends\b/i, 'can extend'],
  [/\baudit log\b/i, 'audit trail'],
  [/\b\d{4,} (?:characters|rows)/i, 'a comma in thousands'],
  [/(?<!state )\bregister extract\b/i, 'state register extract'],
  [/\bwith VAT\b/i, 'including VAT'],
  [/\d%? at (?:least|most)\b/i, 'at least, at most, before the number'],
  [/\bin working hours\b/i, 'during working hours'],
  [/\brank now\b/i, 'rank with this bid'],
  [/^Loading$/, 'Shipping'],
  [/\blinked in a chain\b/i, 'hash chain'],
]

/** Rules for texts outside the files of a language, such as the output of commands. */
const OPERATORS = ENGLISH.filter(([word]) => /body|cabinet|e-mail|ged\|/.test(word.source))

const RULES: Record<TextLanguage, readonly Rule[]> = { uk: UKRAINIAN, en: ENGLISH, ru: RUSSIAN }

/** Sources of English texts for traders, as opposed to operators and programmers. */
const TRADERS =
  /^(?:messages|app|components|demo)\/|lib\/server\/(?:cms|exports|protocol|notifications\/messages|auctions)\//

function rulesOf(at: string, language: TextLanguage): readonly Rule[] {
  return language === 'en' && !TRADERS.test(at) ? OPERATORS : RULES[language]
}

/** № or No. without a no-break space before its number. */
const LOOSE_NUMBER = /(?:№|\bNo\.) (?=\{|\d)/u

/** A currency without a no-break space before it. */
const LOOSE_CURRENCY = /(?:\}|\d) (?:грн|UAH)(?!\p{L})/u

/** A per cent sign without a no-break space before it. */
const LOOSE_PERCENT = /(?:\}|\d) %/u

/** A short unit without a no-break space before it; «с» is also a word. */
const LOOSE_UNIT = /(?:\}|\d) (?:(?:хв|мин|min|дн|[КМ]Б|[KM]B)(?!\p{L})|[сsd](?=[.,;]|$))/u

/** A phone number with an ordinary space. */
const LOOSE_PHONE = /\+380[\d\u00A0]* \d/u

/** A dash without a no-break space before it. */
const LOOSE_DASH = /\S —(?= )/u

/** An order of the shop is a замовлення; a заявка is an application for an auction. */
const SHOP = /messages\/(?:uk|ru)\.json (?:Shop|GasSubPage\.order)/

function violationsOf({ at, languages, text }: UserText): string[] {
  const violations = languages
    .flatMap((language) => rulesOf(at, language))
    .filter(([word, , except]) => word.test(text) && !except?.test(text) && !except?.test(at))
    .map(([word, replacement]) => `${at} “${word.exec(text)?.[0]}” in “${text.slice(0, 90)}”: say ${replacement}`)
  if (SHOP.test(at) && /заявк/i.test(text))
    violations.push(`${at} “${text.slice(0, 90)}”: an order is замовлення, заказ`)
  if (LOOSE_NUMBER.test(text)) violations.push(`${at} “${text.slice(0, 90)}”: a no-break space after the number sign`)
  if (LOOSE_CURRENCY.test(text)) violations.push(`${at} “${text.slice(0, 90)}”: a no-break space before the currency`)
  if (/messages\//.test(at) && LOOSE_UNIT.test(text))
    violations.push(`${at} “${text.slice(0, 90)}”: a no-break space before the unit`)
  if (LOOSE_PHONE.test(text)) violations.push(`${at} “${text.slice(0, 90)}”: no-break spaces in the number`)
  if (/messages\//.test(at) && LOOSE_PERCENT.test(text))
    violations.push(`${at} “${text.slice(0, 90)}”: a no-break space before the per cent sign`)
  if (!languages.includes('en') && /messages\//.test(at) && LOOSE_DASH.test(text))
    violations.push(`${at} “${text.slice(0, 90)}”: a no-break space before the dash`)
  return violations
}

describe('the texts for users', () => {
  const texts = readTexts()

  it('follow the glossary in all three languages', () => {
    expect([...new Set(texts.flatMap(violationsOf))]).toEqual([])
  })

  it('are read from messages, emails, forms of editors, documents, files, the demo and commands', () => {
    for (const [part, minimum] of [
      ['messages/uk.json', 2100],
      ['lib/server/notifications/messages/uk.json', 250],
      ['lib/server/cms/messages/', 700],
      ['lib/server/printing/messages/uk.json', 110],
      ['lib/server/auctions/messages/uk.json', 50],
      ['demo/seed.json', 300],
      ['server/', 20],
    ] as const) {
      expect([part, texts.filter(({ at }) => at.startsWith(part)).length >= minimum]).toEqual([part, true])
    }
  })

  it.each(['uk', 'ru'] as const)('are complete in %s', (language) => {
    const english = new Map(messagesOf('en'))
    const own = new Map(messagesOf(language))
    expect([...english.keys()].filter((key) => (own.get(key) ?? '').trim() === '')).toEqual([])
    expect([...own.keys()].filter((key) => !english.has(key))).toEqual([])
  })
})
