import type { DemoBlock } from '@/lib/server/demo/content/write-blocks'

/** What the portal keeps of people, why, and for how long; the cookies are those that it really sets. */
export const PRIVACY_POLICY: readonly DemoBlock[] = [
  {
    kind: 'text',
    text: [
      `Ця політика пояснює, які персональні дані збирає портал аукціонів, навіщо й на який строк. Її складено відповідно до Закону України «Про захист персональних даних» від 1 червня 2010 року № 2297-VI.
## Хто володіє даними
Володілець персональних даних — компанія «Газ і Конденсат», яка проводить аукціони й приймає замовлення на цьому порталі. Поставити запитання щодо своїх даних можна на сторінці [контактів](/kontakty).
## Які дані ми обробляємо
- **обліковий запис компанії:** прізвище, ім’я, по батькові та телефон представника, електронна пошта, повна й скорочена назва компанії, коди ЄДРПОУ, IBAN та EIC;
- **акредитаційні документи,** які ви завантажуєте: витяг з реєстру, статут, баланс, ліцензія, анкета;
- **участь у торгах:** заявки, ставки, час їх надходження, листування з менеджером аукціону, договори;
- **замовлення та звернення:** дані, які ви вписали у форму, і вкладені файли;
- **технічні дані:** IP-адреса та назва браузера ваших сеансів, час останнього входу; пароль зберігається лише як криптографічний відбиток.
Чутливих даних (стан здоров’я, переконання, біометрія) портал не збирає і просить їх не надсилати.
## Навіщо й на якій підставі
- щоб укласти й виконати договір: реєстрація, допуск до торгів, визначення переможців, договір (стаття 11, частина перша, пункт 3 Закону);
- щоб виконати обов’язок за законом: бухгалтерський облік, зберігання договорів і протоколів (пункт 5);
- щоб захистити торги від зловживань: журнали безпеки, обмеження частоти запитів (пункт 6, законний інтерес);
- за вашою згодою: сповіщення у браузері та необов’язкові листи, від яких можна відмовитися будь-коли (пункт 1).`,
      `This policy explains which personal data the auction portal collects, why, and for how long. It follows the Law of Ukraine “On Personal Data Protection” of 1 June 2010, No. 2297-VI.
## Who controls the data
The controller is the company Gas & Condensate, which holds auctions and takes orders on this portal. To ask about your data, see the [contacts page](/kontakty).
## Which data we process
- **the company’s account:** surname, given name, patronymic and phone of the representative, email address, full and short company name, EDRPOU, IBAN and EIC codes;
- **accreditation documents** that you upload: register extract, charter, balance sheet, licence, questionnaire;
- **taking part in auctions:** applications, bids, the times of their arrival, messages exchanged with the auction manager, agreements;
- **orders and messages:** what you wrote into a form, and attached files;
- **technical data:** the IP address and browser of your sessions, the time of the last sign-in; the password is kept as a cryptographic hash only.
The portal does not collect sensitive data (health, beliefs, biometrics) and asks you not to send any.
## Why, and on which grounds
- to conclude and perform an agreement: registration, admission, deciding on winners, the agreement itself (Article 11, part 1, item 3 of the Law);
- to meet duties set by law: accounting, keeping agreements and protocols (item 5);
- to protect auctions against abuse: security logs, limits on requests (item 6, legitimate interest);
- by your consent: browser notifications and optional emails, which you can turn off at any time (item 1).`,
      `Эта политика объясняет, какие персональные данные собирает портал аукционов, зачем и на какой срок. Она составлена в соответствии с Законом Украины «О защите персональных данных» от 1 июня 2010 года № 2297-VI.
## Кто владеет данными
Владелец персональных данных — компания «Газ и Конденсат», которая проводит аукционы и принимает заказы на этом портале. Задать вопрос о своих данных можно на странице [контактов](/kontakty).
## Какие данные мы обрабатываем
- **учётная запись компании:** фамилия, имя, отчество и телефон представителя, электронная почта, полное и сокращённое название компании, коды ЕГРПОУ, IBAN и EIC;
- **аккредитационные документы,** которые вы загружаете: выписка из реестра, устав, баланс, лицензия, анкета;
- **участие в торгах:** заявки, ставки, время их поступления, переписка с менеджером аукциона, договоры;
- **заказы и обращения:** данные, которые вы вписали в форму, и вложенные файлы;
- **технические данные:** IP-адрес и название браузера ваших сеансов, время последнего входа; пароль хранится только как криптографический отпечаток.
Чувствительных данных (состояние здоровья, убеждения, биометрия) портал не собирает и просит их не присылать.
## Зачем и на каком основании
- чтобы заключить и исполнить договор: регистрация, допуск к торгам, определение победителей, договор (статья 11, часть первая, пункт 3 Закона);
- чтобы исполнить обязанность по закону: бухгалтерский учёт, хранение договоров и протоколов (пункт 5);
- чтобы защитить торги от злоупотреблений: журналы безопасности, ограничение частоты запросов (пункт 6, законный интерес);
- с вашего согласия: уведомления в браузере и необязательные письма, от которых можно отказаться в любое время (пункт 1).`,
    ],
  },
  {
    kind: 'table',
    title: ['Файли cookie цього сайту', 'Cookies of this site', 'Файлы cookie этого сайта'],
    columns: [
      ['Назва', 'Name', 'Название'],
      ['Для чого', 'Purpose', 'Для чего'],
      ['Строк', 'Lifetime', 'Срок'],
    ],
    rows: [
      [
        ['accessToken', 'accessToken', 'accessToken'],
        [
          'Ваш сеанс після входу; недоступний для скриптів сторінки',
          'Your session after signing in; closed to the page’s scripts',
          'Ваш сеанс после входа; недоступен для скриптов страницы',
        ],
        [
          'До виходу або завершення сеансу',
          'Until you sign out or the session ends',
          'До выхода или завершения сеанса',
        ],
      ],
      [
        ['signedIn', 'signedIn', 'signedIn'],
        [
          'Ознака, що хтось увійшов: меню показує кабінет замість входу',
          'Shows that someone is signed in: the menu offers the account instead of sign-in',
          'Признак, что кто-то вошёл: меню показывает кабинет вместо входа',
        ],
        ['Як у accessToken', 'As accessToken', 'Как у accessToken'],
      ],
      [
        ['aucs', 'aucs', 'aucs'],
        [
          'Номери аукціонів, у яких ви берете участь, і ваші номери учасника',
          'Numbers of auctions that you take part in, and your participant numbers',
          'Номера аукционов, в которых вы участвуете, и ваши номера участника',
        ],
        ['До виходу', 'Until you sign out', 'До выхода'],
      ],
      [
        ['cookieApprove', 'cookieApprove', 'cookieApprove'],
        [
          'Ви погодилися з повідомленням про cookie',
          'You accepted the cookie notice',
          'Вы согласились с сообщением о cookie',
        ],
        ['1 рік', '1 year', '1 год'],
      ],
    ],
  },
  {
    kind: 'text',
    text: [
      `Без accessToken і aucs неможливо працювати в кабінеті. Рекламних cookie портал не використовує. Вибір світлої чи темної теми та незавершені форми зберігаються лише у вашому браузері. Де ввімкнено облік відвідувань, він після вашої згоди дізнається номер і пошту облікового запису, з якого ви ввійшли.
## Кому ми передаємо дані
- оператору ГТС і банку — у межах, потрібних для виконання договору;
- державним органам — на їхню законну вимогу;
- постачальникам хостингу та поштового сервера, які діють за нашим дорученням і на території України або ЄС.
Інші учасники та відвідувачі бачать лише номер учасника. Ми не продаємо дані й не передаємо їх для реклами.
## Скільки ми їх зберігаємо
- договори, протоколи та документи, що стали підставою для них, — щонайменше п’ять років після завершення договору;
- дані облікового запису — поки він діє та протягом строку позовної давності після закриття;
- сеанси — до їх завершення і ще 30 днів; листи порталу — три роки; замовлення без договору — два роки.
## Ваші права
За статтею 8 Закону ви маєте право знати про свої дані та отримати до них доступ, вимагати виправлення або знищення, заперечувати проти обробки, відкликати згоду, звернутися до Уповноваженого Верховної Ради України з прав людини або до суду.
Файл зі своїми даними та запит на видалення доступні в кабінеті, розділ «Особисті дані». Ми відповідаємо протягом 30 календарних днів; те, що закон зобов’язує зберігати, видаляється після закінчення строку.
## Як ми захищаємо дані
З’єднання шифрується, паролі зберігаються як відбитки Argon2, вхід можна підсилити другим чинником, дії працівників записуються в журнал, якого ніхто не може змінити. Документи бачать лише їхній власник і менеджери.
## Зміни
Нова редакція публікується на цій сторінці; про істотні зміни зареєстровані компанії дізнаються листом.`,
      `Without accessToken and aucs your account cannot work. The portal uses no advertising cookies. The choice of a light or dark theme and unfinished forms are kept in your browser only. Where visits are counted, the counter learns the number and email of the account that you sign in to, once you have agreed.
## Whom we pass data to
- the TSO and the bank, as far as performing the agreement needs it;
- public authorities, at their lawful demand;
- providers of hosting and mail, who act on our behalf within Ukraine or the EU.
Other participants and visitors see a participant number only. We do not sell data or pass them on for advertising.
## How long we keep them
- agreements, protocols and the documents that they rest on: at least five years after the agreement ends;
- data of the account: while it is open, and for the limitation period after it is closed;
- sessions until they end and for 30 days after; the portal’s emails three years; orders without an agreement two years.
## Your rights
Under Article 8 of the Law you may know of your data and have access to them, demand that they be corrected or destroyed, object to processing, withdraw a consent, and turn to the Ukrainian Parliament Commissioner for Human Rights or to a court.
A file with your data and a request for deletion are in your account under “Personal data”. We answer within 30 calendar days; what the law makes us keep is deleted when its term is over.
## How we protect data
Connections are encrypted, passwords are kept as Argon2 hashes, sign-in can be strengthened by a second factor, what the staff does is written to an audit trail that no one can change. Documents are seen by their owner and the managers only.
## Changes
A new edition is published on this page; registered companies are told of substantial changes by email.`,
      `Без accessToken и aucs невозможно работать в кабинете. Рекламных cookie портал не использует. Выбор светлой или тёмной темы и незавершённые формы хранятся только в вашем браузере. Где включён учёт посещений, он после вашего согласия узнаёт номер и почту учётной записи, в которую вы вошли.
## Кому мы передаём данные
- оператору ГТС и банку — в пределах, нужных для исполнения договора;
- государственным органам — по их законному требованию;
- поставщикам хостинга и почтового сервера, которые действуют по нашему поручению и на территории Украины или ЕС.
Другие участники и посетители видят только номер участника. Мы не продаём данные и не передаём их для рекламы.
## Сколько мы их храним
- договоры, протоколы и документы, ставшие их основанием, — не менее пяти лет после завершения договора;
- данные учётной записи — пока она действует и в течение срока исковой давности после закрытия;
- сеансы — до их завершения и ещё 30 дней; письма портала — три года; заказы без договора — два года.
## Ваши права
По статье 8 Закона вы имеете право знать о своих данных и получить к ним доступ, требовать исправления или уничтожения, возражать против обработки, отозвать согласие, обратиться к Уполномоченному Верховной Рады Украины по правам человека или в суд.
Файл со своими данными и запрос на удаление доступны в кабинете, раздел «Личные данные». Мы отвечаем в течение 30 календарных дней; то, что закон обязывает хранить, удаляется по окончании срока.
## Как мы защищаем данные
Соединение шифруется, пароли хранятся как отпечатки Argon2, вход можно усилить вторым фактором, действия сотрудников записываются в журнал, который никто не может изменить. Документы видят только их владелец и менеджеры.
## Изменения
Новая редакция публикуется на этой странице; о существенных изменениях зарегистрированные компании узнают письмом.`,
    ],
  },
  {
    kind: 'contact',
    title: ['Запитання щодо персональних даних', 'Questions about personal data', 'Вопросы о персональных данных'],
    text: [
      'Зверніться до нас телефоном або листом; відповідь буде письмовою.',
      'Call or write to us; the answer will be in writing.',
      'Обратитесь к нам по телефону или письмом; ответ будет письменным.',
    ],
  },
]
