import type { InThree } from './write-blocks'
import type { DemoBlock } from '@/lib/server/demo/content/write-blocks'

export interface DemoNews {
  slug: string
  /** Before the day on which the demo is made. */
  daysAgo: number
  picture: string
  title: InThree
  summary: InThree
  blocks: readonly DemoBlock[]
}

const text = (...words: InThree): DemoBlock => ({ kind: 'text', text: words })

export const DEMO_NEWS: readonly DemoNews[] = [
  {
    slug: 'otsinka-kroku-pid-chas-torhiv',
    daysAgo: 3,
    picture: 'chart',
    title: [
      'Картка ставки показує, що дасть крок',
      'The bid panel shows what a step would bring',
      'Карточка ставки показывает, что даст шаг',
    ],
    summary: [
      'Перед натисканням покупець бачить дозволені межі ціни, обсяг, який ставка отримала б зараз, і суму з ПДВ.',
      'Before the click a buyer sees the allowed price range, the volume that the bid would get now, and the sum with VAT.',
      'Перед нажатием покупатель видит допустимые пределы цены, объём, который ставка получила бы сейчас, и сумму с НДС.',
    ],
    blocks: [
      text(
        `Одна помилка в цифрі під час торгів коштує дорого, тож форма ставки тепер рахує наперед. Вона показує найменшу й найбільшу дозволену ціну, обсяг, що дістався б учасникові за поточного рейтингу, і суму до сплати з ПДВ.
Для кроку, більшого за три мінімальні, і для остаточної ставки портал просить підтвердження в окремому вікні. Якщо ставку відхилено, введене не зникає, а повідомлення називає точне число, яке буде прийнято.
Правила визначення меж не змінилися: їх наведено на сторінці [правил](/auctions/rules-auctions).`,
        `A slip in one digit is expensive in an auction, so the bid form now calculates ahead. It shows the lowest and the highest price allowed, the volume that the participant would get in the current ranking, and the sum to pay with VAT.
For a step of more than three minimum steps, and for a final bid, the portal asks for confirmation in a separate window. When a bid is refused, what was typed stays, and the message names the exact figure that will be accepted.
The rules for the limits have not changed: they are on the [rules page](/auctions/rules-auctions).`,
        `Одна ошибка в цифре во время торгов стоит дорого, поэтому форма ставки теперь считает наперёд. Она показывает наименьшую и наибольшую допустимую цену, объём, который достался бы участнику при текущем рейтинге, и сумму к оплате с НДС.
Для шага больше трёх минимальных и для окончательной ставки портал просит подтверждения в отдельном окне. Если ставка отклонена, введённое не исчезает, а сообщение называет точное число, которое будет принято.
Правила определения пределов не изменились: они приведены на странице [правил](/auctions/rules-auctions).`,
      ),
    ],
  },
  {
    slug: 'hrafik-vidvantazhennia-kondensatu',
    daysAgo: 9,
    picture: 'rail',
    title: [
      'Графік відвантаження конденсату на наступний місяць',
      'Condensate loading schedule for the next month',
      'График отгрузки конденсата на следующий месяц',
    ],
    summary: [
      'Наливна естакада приймає автоцистерни щодня, залізничні цистерни — за погодженими вікнами. Заявки на подачу — за п’ять робочих днів.',
      'The loading rack takes road tankers daily, rail tank cars in agreed windows. Requests are due five working days ahead.',
      'Наливная эстакада принимает автоцистерны ежедневно, железнодорожные цистерны — по согласованным окнам. Заявки — за пять рабочих дней.',
    ],
    blocks: [
      text(
        `Переможці торгів узгоджують відвантаження з відділом логістики протягом двох робочих днів після підписання договору. Нижче — години роботи наливної естакади.`,
        `Winners agree their loading with the logistics department within two working days after signing. Below are the hours of the loading rack.`,
        `Победители торгов согласуют отгрузку с отделом логистики в течение двух рабочих дней после подписания договора. Ниже — часы работы наливной эстакады.`,
      ),
      {
        kind: 'table',
        title: ['Години наливу', 'Loading hours', 'Часы налива'],
        columns: [
          ['Вид транспорту', 'Transport', 'Вид транспорта'],
          ['Дні', 'Days', 'Дни'],
          ['Години', 'Hours', 'Часы'],
          ['Місткість за зміну', 'Per shift', 'За смену'],
        ],
        rows: [
          [
            ['Автоцистерни', 'Road tankers', 'Автоцистерны'],
            ['пн–пт', 'Mon–Fri', 'пн–пт'],
            ['08:00–17:00', '08:00–17:00', '08:00–17:00'],
            ['до 14 машин', 'up to 14', 'до 14 машин'],
          ],
          [
            ['Автоцистерни', 'Road tankers', 'Автоцистерны'],
            ['субота', 'Saturday', 'суббота'],
            ['08:00–13:00', '08:00–13:00', '08:00–13:00'],
            ['до 6 машин', 'up to 6', 'до 6 машин'],
          ],
          [
            ['Залізничні цистерни', 'Rail tank cars', 'Железнодорожные цистерны'],
            ['вт, чт', 'Tue, Thu', 'вт, чт'],
            ['09:00–16:00', '09:00–16:00', '09:00–16:00'],
            ['до 8 цистерн', 'up to 8', 'до 8 цистерн'],
          ],
        ],
      },
      text(
        `Для в’їзду потрібні довіреність на отримання, посвідчення водія з допуском ADR і заявка на подачу. Умови оплати та передачі — на сторінці [«Оплата й доставка»](/oplata-ta-dostavka).`,
        `To enter, bring a power of attorney, a driver’s ADR certificate and the loading request. Payment and transfer terms are on the page [“Payment and delivery”](/oplata-ta-dostavka).`,
        `Для въезда нужны доверенность на получение, удостоверение водителя с допуском ADR и заявка на подачу. Условия оплаты и передачи — на странице [«Оплата и доставка»](/oplata-ta-dostavka).`,
      ),
    ],
  },
  {
    slug: 'onovleni-sertyfikaty-yakosti',
    daysAgo: 16,
    picture: 'document',
    title: ['Оновлено сертифікати якості', 'Quality certificates renewed', 'Обновлены сертификаты качества'],
    summary: [
      'Опубліковано протоколи випробувань газу та конденсату за поточний квартал. Чинні документи можна завантажити у PDF.',
      'Test reports for gas and condensate of the current quarter are published. Documents in force can be downloaded as PDF.',
      'Опубликованы протоколы испытаний газа и конденсата за текущий квартал. Действующие документы можно скачать в PDF.',
    ],
    blocks: [
      text(
        `Випробування проведено акредитованою лабораторією. Проби газу відібрано на комерційному вузлі обліку, проби конденсату — з товарного резервуара перед відвантаженням.
Усі документи зібрано на сторінці [сертифікатів](/auctions/certificates): спершу чинні, далі ті, строк яких минув, — для звіряння з раніше підписаними договорами.
Паспорт якості на кожну партію передається разом із товарно-транспортними документами.`,
        `The tests were made by an accredited laboratory. Gas was sampled at the commercial metering station, condensate from the product tank before loading.
All papers are on the [certificates page](/auctions/certificates): those in force first, then those that have run out, to check against agreements signed earlier.
A quality passport for each batch comes with the shipping documents.`,
        `Испытания провела аккредитованная лаборатория. Пробы газа отобраны на коммерческом узле учёта, пробы конденсата — из товарного резервуара перед отгрузкой.
Все документы собраны на странице [сертификатов](/auctions/certificates): сначала действующие, затем те, срок которых истёк, — для сверки с ранее подписанными договорами.
Паспорт качества на каждую партию передаётся вместе с товарно-транспортными документами.`,
      ),
    ],
  },
  {
    slug: 'vidkryti-protokoly-torhiv',
    daysAgo: 28,
    picture: 'shield',
    title: [
      'Протокол кожного аукціону може перевірити будь-хто',
      'Anyone can check the protocol of an auction',
      'Протокол каждого аукциона может проверить любой',
    ],
    summary: [
      'Заявки, ставки, подовження й рішення записано ланцюгом: кожен запис містить контрольну суму попереднього.',
      'Applications, bids, extensions and decisions are a chain: each entry carries the checksum of the one before.',
      'Заявки, ставки, продления и решения записаны цепью: каждая запись содержит контрольную сумму предыдущей.',
    ],
    blocks: [
      text(
        `Після завершення аукціону на його сторінці з’являється протокол у PDF та у форматі JSON. У ньому є все, що вплинуло на результат, із часом до мілісекунди; учасників названо номерами.
## Як це працює
- кожен запис містить SHA-256 попереднього, тож змінити або вилучити рядок непомітно неможливо;
- сума останнього запису друкується в протоколі й у договорі переможця;
- портал сам не дає змінювати записи: це забороняє база даних.
Результати минулих торгів із графіками — на сторінці [результатів](/auctions/results-past-auctions).`,
        `When an auction is completed, its page gets a protocol as PDF and as JSON. It has everything that decided the result, with times to the millisecond; participants are named by numbers.
## How it works
- each entry carries the SHA-256 of the one before, so no line can be changed or removed unnoticed;
- the checksum of the last entry is printed in the protocol and in the winner’s agreement;
- the portal itself lets no one change an entry: the database refuses it.
Results of past auctions with charts are on the [results page](/auctions/results-past-auctions).`,
        `После завершения аукциона на его странице появляется протокол в PDF и в формате JSON. В нём есть всё, что повлияло на результат, со временем до миллисекунды; участники названы номерами.
## Как это работает
- каждая запись содержит SHA-256 предыдущей, поэтому изменить или удалить строку незаметно нельзя;
- сумма последней записи печатается в протоколе и в договоре победителя;
- сам портал не даёт менять записи: это запрещает база данных.
Результаты прошлых торгов с графиками — на странице [результатов](/auctions/results-past-auctions).`,
      ),
    ],
  },
  {
    slug: 'dodatkovyi-obsiah-hazu',
    daysAgo: 41,
    picture: 'pipeline',
    title: [
      'Природний газ наступного місяця: обсяги та пункти передачі',
      'Natural gas for the next month: volumes and transfer points',
      'Природный газ следующего месяца: объёмы и пункты передачи',
    ],
    summary: [
      'Газ пропонується лотами на віртуальній торговій точці та в підземному сховищі. Номінації подає покупець.',
      'Gas is offered in lots at the virtual trading point and in underground storage. The buyer submits nominations.',
      'Газ предлагается лотами на виртуальной торговой точке и в подземном хранилище. Номинации подаёт покупатель.',
    ],
    blocks: [
      text(
        `Основний обсяг передається на віртуальній торговій точці рівномірно протягом місяця. Частина лотів — газ, уже закачаний у сховище: його передають торговим сповіщенням протягом двох робочих днів після оплати.
Перед поданням заявки перевірте, що ваш EIC-код зареєстровано в оператора ГТС, а портфоліо допускає торгові сповіщення. Покроковий опис — на сторінці [«Як купити природний газ»](/auctions/gas/gasSubPage).`,
        `Most of the volume is transferred at the virtual trading point evenly over the month. Some lots are gas already in storage: it is transferred by trade notification within two working days after payment.
Before applying, check that your EIC code is registered with the TSO and that your portfolio allows trade notifications. The steps are on the page [“How to buy natural gas”](/auctions/gas/gasSubPage).`,
        `Основной объём передаётся на виртуальной торговой точке равномерно в течение месяца. Часть лотов — газ, уже закачанный в хранилище: его передают торговым уведомлением в течение двух рабочих дней после оплаты.
Перед подачей заявки проверьте, что ваш EIC-код зарегистрирован у оператора ГТС, а портфолио допускает торговые уведомления. Пошаговое описание — на странице [«Как купить природный газ»](/auctions/gas/gasSubPage).`,
      ),
    ],
  },
  {
    slug: 'remont-ustanovky-stabilizatsii',
    daysAgo: 63,
    picture: 'wellhead',
    title: [
      'Плановий ремонт установки стабілізації завершено',
      'Planned repair of the stabilisation unit completed',
      'Плановый ремонт установки стабилизации завершён',
    ],
    summary: [
      'Установка повернулася до роботи на чотири дні раніше від графіка. Тиск насичених парів конденсату знизився.',
      'The unit is back four days ahead of schedule. The vapour pressure of the condensate is lower.',
      'Установка вернулась в работу на четыре дня раньше графика. Давление насыщенных паров конденсата снизилось.',
    ],
    blocks: [
      text(
        `Під час зупинки замінено тарілки колони, оновлено пальник печі та систему безперервного контролю густини. Відвантаження за раніше підписаними договорами не переривалося: працювали із запасу товарного парку.
За результатами перших двох тижнів середній тиск насичених парів становить 56,2 кПа проти 61,0 кПа до ремонту. Це спрощує зберігання та перевезення конденсату влітку.`,
        `During the stop the column’s trays were replaced, and the furnace burner and the continuous density control were renewed. Loading under signed agreements went on from the tank farm’s stock.
After the first two weeks the mean vapour pressure is 56.2 kPa against 61.0 kPa before. That makes storing and carrying condensate in summer easier.`,
        `Во время остановки заменены тарелки колонны, обновлены горелка печи и система непрерывного контроля плотности. Отгрузка по ранее подписанным договорам не прерывалась: работали из запаса товарного парка.
По результатам первых двух недель среднее давление насыщенных паров составляет 56,2 кПа против 61,0 кПа до ремонта. Это упрощает хранение и перевозку конденсата летом.`,
      ),
    ],
  },
  {
    slug: 'akredytatsiia-za-odyn-robochyi-den',
    daysAgo: 88,
    picture: 'calendar',
    title: [
      'Акредитація покупця — за один робочий день',
      'Accreditation of a buyer within one working day',
      'Аккредитация покупателя — за один рабочий день',
    ],
    summary: [
      'Документи завантажують у кабінеті й перевіряють того самого дня. Паперові копії до підписання договору не потрібні.',
      'Documents are uploaded in the account and checked the same day. No paper copies are needed before signing.',
      'Документы загружают в кабинете и проверяют в тот же день. Бумажные копии до подписания договора не нужны.',
    ],
    blocks: [
      {
        kind: 'steps',
        title: ['Що зробити', 'What to do', 'Что сделать'],
        items: [
          [
            ['Зареєструйте компанію', 'Register the company', 'Зарегистрируйте компанию'],
            [
              'Коди ЄДРПОУ, IBAN та EIC портал перевіряє одразу.',
              'EDRPOU, IBAN and EIC codes are checked at once.',
              'Коды ЕГРПОУ, IBAN и EIC портал проверяет сразу.',
            ],
          ],
          [
            ['Підтвердьте пошту', 'Confirm the email', 'Подтвердите почту'],
            [
              'Посилання в листі діє 48 годин; його можна надіслати ще раз.',
              'The link in the email is valid for 48 hours and can be sent again.',
              'Ссылка в письме действует 48 часов; её можно отправить ещё раз.',
            ],
          ],
          [
            ['Завантажте документи', 'Upload the documents', 'Загрузите документы'],
            [
              'Витяг з реєстру, статут, баланс, ліцензія для газу, анкета.',
              'Register extract, charter, balance sheet, licence for gas, questionnaire.',
              'Выписка из реестра, устав, баланс, лицензия для газа, анкета.',
            ],
          ],
          [
            ['Дочекайтеся листа', 'Wait for the email', 'Дождитесь письма'],
            [
              'Менеджер підтверджує обліковий запис або пише, чого бракує.',
              'The manager confirms the account or writes what is missing.',
              'Менеджер подтверждает учётную запись или пишет, чего не хватает.',
            ],
          ],
        ],
      },
      {
        kind: 'contact',
        title: ['Є запитання щодо документів?', 'A question about documents?', 'Есть вопрос о документах?'],
        text: [
          'Відділ акредитації відповідає в робочий час.',
          'The accreditation department answers in working hours.',
          'Отдел аккредитации отвечает в рабочее время.',
        ],
      },
    ],
  },
  {
    slug: 'rezultaty-kvartalu',
    daysAgo: 124,
    picture: 'tanks',
    title: [
      'Підсумки кварталу: конденсат купували двадцять дві компанії',
      'The quarter in review: twenty-two companies bought condensate',
      'Итоги квартала: конденсат покупали двадцать две компании',
    ],
    summary: [
      'На кожен лот у середньому припадало дев’ять учасників і три переможці; ціна продажу перевищила стартову на 6,4 %.',
      'A lot had nine participants and three winners on average; the sale price was 6.4 % above the starting one.',
      'На каждый лот в среднем приходилось девять участников и три победителя; цена продажи превысила стартовую на 6,4 %.',
    ],
    blocks: [
      text(
        `Продаж частинами кільком переможцям знизив поріг участі: чверть обсягу дісталася компаніям, які купували менш ніж 50 тонн. Найменша куплена партія — 20 тонн.
Усі суми, обсяги й ціни за місяцями доступні на сторінці [результатів](/auctions/results-past-auctions), зокрема у вигляді таблиць CSV та XLSX.`,
        `Selling in parts to several winners lowered the threshold: a quarter of the volume went to companies that bought less than 50 tonnes. The smallest batch was 20 tonnes.
All sums, volumes and prices by month are on the [results page](/auctions/results-past-auctions), also as CSV and XLSX tables.`,
        `Продажа частями нескольким победителям снизила порог участия: четверть объёма досталась компаниям, покупавшим менее 50 тонн. Наименьшая купленная партия — 20 тонн.
Все суммы, объёмы и цены по месяцам доступны на странице [результатов](/auctions/results-past-auctions), в том числе в виде таблиц CSV и XLSX.`,
      ),
    ],
  },
  {
    slug: 'systema-obliku-hazu',
    daysAgo: 171,
    picture: 'gauge',
    title: [
      'На вузлі обліку газу введено в дію другий хроматограф',
      'A second chromatograph at the gas metering station',
      'На узле учёта газа введён в действие второй хроматограф',
    ],
    summary: [
      'Склад і теплоту згоряння визначають безперервно двома приладами; дані доступні покупцям щодоби.',
      'Composition and calorific value are measured continuously by two instruments; buyers get the data daily.',
      'Состав и теплоту сгорания определяют непрерывно двумя приборами; данные доступны покупателям ежесуточно.',
    ],
    blocks: [
      text(
        `Другий хроматограф усуває перерви в даних на час повірки першого. Розбіжність між приладами за місяць дослідної роботи не перевищила 0,15 %.
Добовий паспорт газу надсилається покупцям до 10:00 наступного дня. Вимоги до якості — на сторінці [«Як купити природний газ»](/auctions/gas/gasSubPage).`,
        `The second chromatograph ends the gaps in data while the first is being verified. In a month of trial work the two differed by no more than 0.15 %.
The daily gas passport reaches buyers by 10:00 the next day. Quality requirements are on the page [“How to buy natural gas”](/auctions/gas/gasSubPage).`,
        `Второй хроматограф устраняет перерывы в данных на время поверки первого. Расхождение между приборами за месяц опытной работы не превысило 0,15 %.
Суточный паспорт газа отправляется покупателям до 10:00 следующего дня. Требования к качеству — на странице [«Как купить природный газ»](/auctions/gas/gasSubPage).`,
      ),
    ],
  },
]
