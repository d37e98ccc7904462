import type { Words } from './words'

export const uk: Words = {
  labels: {
    auction: 'Аукціон', start: 'Початок торгів (Київ)', end: 'Завершення (Київ)', participant: 'Номер учасника', quantity: 'Обсяг', price: 'Ціна з ПДВ', sum: 'Сума з ПДВ',
    answerBy: 'Відповісти до (Київ)', reason: 'Причина', company: 'Компанія', edrpou: 'ЄДРПОУ', contact: 'Контактна особа', phone: 'Телефон', email: 'Електронна пошта',
    document: 'Документ', documentKind: 'Вид документа', documents: 'Документи', auctionKind: 'Аукціони', before: 'було', newEmail: 'Нова адреса', changedAt: 'Змінено (Київ)',
    order: 'Замовлення', product: 'Продукт', position: 'Посада', comment: 'Коментар', topic: 'Тема', question: 'Ваше звернення', files: 'Файли',
  },
  documentKinds: {
    register_extract: 'Витяг з ЄДР', charter: 'Статут', balance_sheet: 'Баланс', licence: 'Ліцензія', questionnaire: 'Анкета', other: 'Інший документ',
  },
  fields: {
    name: 'Ім’я', surname: 'Прізвище', patronymic: 'По батькові', phone: 'Телефон', iban: 'IBAN', auction_kind: 'Аукціони',
    company_name: 'Повна назва', company_short_name: 'Скорочена назва', edrpou: 'ЄДРПОУ', eic: 'Код EIC',
  },
  auctionKinds: { gas_condensate: 'Газовий конденсат', natural_gas: 'Природний газ', all: 'Усі' },
  feedbackTopics: {
    question: 'Запитання', auction: 'Аукціон', documents: 'Документи', agreement: 'Договір', technical: 'Робота порталу', other: 'Інше',
  },
  money: (amount) => `${amount} грн`,
  footer: {
    buyer: (company) => `Лист надіслано, бо ${company} має кабінет покупця на порталі аукціонів.`,
    manager: 'Лист надіслано менеджерам аукціонів.',
    customer: 'Лист надіслано, бо з цією адресою оформили замовлення в нашому магазині. Якщо це були не ви, дайте нам знати.',
    link: 'Якщо ви цього не просили, нічого не робіть: без посилання з листа нічого не зміниться.',
    unsubscribe: 'Не надсилати таких листів',
    hours: 'Робочий час',
    support: 'Підтримка',
  },
  linkHint: 'Якщо кнопка не працює, скопіюйте адресу:',
  letters: {
    application_confirmed: ({ number, participant, start }) => ({
      subject: `Аукціон ${number}: заявку підтверджено, ваш номер — ${participant}`,
      heading: 'Вашу заявку підтверджено',
      paragraphs: [`Ви — учасник № ${participant}. Інші учасники й відвідувачі бачать лише цей номер.`, `Торги почнуться ${start}. Ваша попередня ставка стане першою ставкою; далі її можна підвищувати.`],
      action: 'Відкрити аукціон',
    }),
    application_rejected: ({ number, cause }) => ({
      subject: `Аукціон ${number}: заявку відхилено`,
      heading: 'Вашу заявку відхилено',
      paragraphs: [
        cause === 'manager'
          ? 'Менеджер аукціону відхилив заявку. Причину наведено нижче.'
          : cause === 'not_confirmed_before_start'
            ? 'До початку торгів заявку не було підтверджено, тому система відхилила її.'
            : 'Обліковий запис компанії було деактивовано до початку торгів, тому система відхилила заявку.',
      ],
      action: 'Відкрити аукціон',
    }),
    auction_started: ({ number, end }) => ({
      subject: `Аукціон ${number}: торги розпочато`,
      heading: 'Торги розпочато',
      paragraphs: [`Ставки приймаються до ${end}. Ставка, що змінює розподіл обсягу перед самим кінцем, відсуває його.`],
      action: 'Зробити ставку',
    }),
    outbid: ({ number, quantity, nothing, end }) => ({
      subject: nothing ? `Аукціон ${number}: вас перебито` : `Аукціон ${number}: ваш обсяг зменшився до ${quantity}`,
      heading: nothing ? 'Вас перебито' : 'Ваш обсяг зменшився',
      paragraphs: [
        nothing ? 'Ставки інших учасників забрали весь ваш попередній обсяг.' : `Ставки інших учасників забрали частину вашого попереднього обсягу. Зараз вам дістається ${quantity}.`,
        `На цю мить торги тривають до ${end}.`,
      ],
      action: 'Підвищити ставку',
    }),
    auction_cancelled: ({ number }) => ({
      subject: `Аукціон ${number} скасовано`,
      heading: 'Аукціон скасовано',
      paragraphs: ['Компанія скасувала аукціон, на який ви подали заявку. Ваші зобов’язання за ним припинено.'],
      action: 'Відкрити аукціон',
    }),
    winner_confirmed: ({ number, quantity }) => ({
      subject: `Аукціон ${number}: ви серед переможців, ${quantity}`,
      heading: 'Вітаємо, ви серед переможців',
      paragraphs: [`Менеджер підтвердив результат: вам дістається ${quantity} за вашою ціною. Договір з’явиться в кабінеті після завершення аукціону.`],
      action: 'Переглянути результат',
    }),
    winner_disqualified: ({ number }) => ({
      subject: `Аукціон ${number}: вас дискваліфіковано`,
      heading: 'Вас дискваліфіковано',
      paragraphs: ['Менеджер аукціону дискваліфікував вас під час визначення переможців. Обсяг розподілено наново.'],
      action: 'Відкрити аукціон',
    }),
    partial_offer: ({ number, quantity, answerBy }) => ({
      subject: `Аукціон ${number}: пропонуємо ${quantity}, чекаємо на відповідь`,
      heading: 'Вам дістається частина обсягу',
      paragraphs: [`Для вашої ставки залишилося ${quantity}. Погодьтеся або відмовтеся до ${answerBy}.`, 'Відмова передає цей обсяг далі. Без відповіді обсяг також перейде далі.'],
      action: 'Відповісти',
    }),
    application_received: ({ number, company }) => ({
      subject: `Аукціон ${number}: заявка від ${company}`,
      heading: 'Нова заявка на участь',
      paragraphs: [`Компанія ${company} подала заявку. Перевірте документи й підтвердьте або відхиліть її до початку торгів. Ціну й обсяг видно лише після початку.`],
      action: 'Відкрити пульт аукціону',
    }),
    partial_accepted: ({ number, participant, quantity }) => ({
      subject: `Аукціон ${number}: учасник № ${participant} погодився на ${quantity}`,
      heading: 'Часткову пропозицію прийнято',
      paragraphs: [`Учасник № ${participant} погодився на ${quantity}.`],
      action: 'Відкрити пульт аукціону',
    }),
    partial_refused: ({ number, participant, quantity }) => ({
      subject: `Аукціон ${number}: учасник № ${participant} відмовився від ${quantity}`,
      heading: 'Часткову пропозицію відхилено',
      paragraphs: [`Учасник № ${participant} не взяв ${quantity}. Обсяг перейшов далі за рейтингом.`],
      action: 'Відкрити пульт аукціону',
    }),
    auction_unsuccessful: ({ number, confirmed, minimum, toManagers }) => ({
      subject: `Аукціон ${number} не відбувся`,
      heading: 'Аукціон не відбувся',
      paragraphs: [`Підтверджених учасників на початок торгів: ${confirmed}, потрібно щонайменше ${minimum}.`, ...(toManagers ? [] : ['Вашу попередню ставку не буде розкрито.'])],
      action: toManagers ? 'Відкрити пульт аукціону' : 'Відкрити аукціон',
    }),
    auction_ended: ({ number, toManagers }) => ({
      subject: `Аукціон ${number}: торги завершено`,
      heading: 'Торги завершено',
      paragraphs: [toManagers ? 'Приймання ставок завершено. Підтвердьте переможців.' : 'Приймання ставок завершено. Менеджер визначає переможців; про результат напишемо окремо.'],
      action: toManagers ? 'Відкрити пульт аукціону' : 'Переглянути рейтинг',
    }),
    chat_message: ({ number, company, toManagers }) => ({
      subject: toManagers ? `Аукціон ${number}: повідомлення від ${company}` : `Аукціон ${number}: адміністратор відповів вам`,
      heading: toManagers ? `${company} пише в чаті` : 'Нове повідомлення адміністратора',
      paragraphs: [],
      action: toManagers ? 'Відповісти' : 'Відкрити чат',
    }),
    email_confirmation: ({ company, until }) => ({
      subject: 'Підтвердьте електронну пошту',
      heading: 'Підтвердьте електронну пошту',
      paragraphs: [`${company} зареєстровано на порталі аукціонів з цією адресою. Підтвердьте її — і менеджер перевірить дані компанії.`],
      action: 'Підтвердити адресу',
      note: `Посилання діє до ${until} за Києвом і лише один раз.`,
    }),
    email_change: ({ company, until }) => ({
      subject: 'Підтвердьте нову електронну пошту',
      heading: 'Підтвердьте нову адресу',
      paragraphs: [`Для кабінету ${company} вказано цю адресу. Вона запрацює, щойно ви її підтвердите; до того діє попередня.`],
      action: 'Підтвердити нову адресу',
      note: `Посилання діє до ${until} за Києвом і лише один раз.`,
    }),
    password_reset: ({ company, until }) => ({
      subject: 'Новий пароль до кабінету',
      heading: 'Встановіть новий пароль',
      paragraphs: [`Для кабінету ${company} попросили новий пароль. Після зміни всі відкриті сеанси завершаться.`],
      action: 'Встановити пароль',
      note: `Посилання діє до ${until} за Києвом і лише один раз.`,
    }),
    email_changed: ({ company }) => ({
      subject: 'Адресу кабінету змінено',
      heading: 'Адресу кабінету змінено',
      paragraphs: [`Кабінет ${company} тепер має іншу електронну пошту. Ця адреса більше не відкриває його.`],
      note: 'Якщо ви цього не робили, негайно зв’яжіться з нами.',
    }),
    password_changed: ({ company }) => ({
      subject: 'Пароль до кабінету змінено',
      heading: 'Пароль змінено',
      paragraphs: [`Пароль до кабінету ${company} змінено. Інші сеанси завершено.`],
      action: 'Переглянути сеанси',
      note: 'Якщо ви цього не робили, відновіть пароль і зв’яжіться з нами.',
    }),
    account_confirmed: ({ company }) => ({
      subject: 'Обліковий запис підтверджено',
      heading: 'Обліковий запис підтверджено',
      paragraphs: [`Менеджер перевірив дані ${company}. Тепер можна подавати заявки на аукціони.`],
      action: 'Перейти до аукціонів',
    }),
    account_deactivated: ({ company }) => ({
      subject: 'Обліковий запис деактивовано',
      heading: 'Ваш обліковий запис деактивовано менеджером аукціону',
      paragraphs: [`Вхід до кабінету ${company} закрито, відкриті сеанси завершено. Ставки в торгах, що тривають, лишаються в протоколі, але не беруть участі в розподілі.`],
    }),
    account_reactivated: ({ company }) => ({
      subject: 'Обліковий запис знову активний',
      heading: 'Обліковий запис знову активний',
      paragraphs: [`Кабінет ${company} знову відкрито: увійдіть зі своїм паролем.`],
      action: 'Увійти',
    }),
    account_waiting: ({ company, sameEdrpou }) => ({
      subject: `Нова компанія: ${company}`,
      heading: 'Нова компанія чекає на підтвердження',
      paragraphs: [`Компанія ${company} зареєструвалася й підтвердила електронну пошту.`, ...(sameEdrpou > 0 ? [`Увага: компаній з таким самим ЄДРПОУ вже зареєстровано: ${sameEdrpou}.`] : [])],
      action: 'Відкрити картку компанії',
    }),
    account_updated: ({ company }) => ({
      subject: `${company}: дані змінено`,
      heading: 'Компанія змінила свої дані',
      paragraphs: [`Компанія ${company} змінила дані в кабінеті.`],
      action: 'Відкрити картку компанії',
    }),
    document_uploaded: ({ company, attachment }) => ({
      subject: `${company}: новий документ`,
      heading: 'Новий документ компанії',
      paragraphs: [
        attachment === 'attached'
          ? `Компанія ${company} завантажила документ, його долучено до листа.`
          : attachment === 'too_large'
            ? `Компанія ${company} завантажила документ. Він завеликий для листа: відкрийте його в кабінеті менеджера.`
            : `Компанія ${company} завантажила документ, але вже видалила його.`,
      ],
      action: attachment === 'deleted' ? 'Відкрити картку компанії' : 'Відкрити документ',
    }),
    order_received: ({ number, company, product, quantity }) => ({
      subject: `Замовлення ${number}: ${company}, ${quantity}`,
      heading: `Нове замовлення ${number}`,
      paragraphs: [`${company} замовляє: ${product}, ${quantity}. Зв’яжіться із замовником і позначте стан замовлення.`],
      action: 'Відкрити замовлення',
    }),
    order_confirmation: ({ number, product, quantity }) => ({
      subject: `Ваше замовлення ${number} прийнято`,
      heading: 'Дякуємо за замовлення',
      paragraphs: [
        `Ми отримали ваше замовлення ${number}: ${product}, ${quantity}.`,
        'Менеджер зв’яжеться з вами в робочий час, щоб узгодити ціну, умови оплати й строки відвантаження. Замовлення не зобов’язує вас до купівлі, доки не підписано договір.',
      ],
      action: 'До магазину',
    }),
    order_status: ({ number, status }) => ({
      subject: { in_work: `Замовлення ${number}: взято в роботу`, done: `Замовлення ${number}: виконано`, declined: `Замовлення ${number}: відхилено` }[status],
      heading: { in_work: 'Ваше замовлення взято в роботу', done: 'Ваше замовлення виконано', declined: 'Ваше замовлення відхилено' }[status],
      paragraphs: [
        {
          in_work: 'Менеджер готує умови постачання й зв’яжеться з вами за телефоном або електронною поштою, які ви вказали.',
          done: 'Дякуємо, що обрали нас. Будемо раді новим замовленням.',
          declined: 'На жаль, цього разу ми не можемо виконати замовлення. Якщо маєте запитання або бажаєте змінити обсяг, зв’яжіться з нами.',
        }[status],
      ],
      action: 'До магазину',
    }),
    feedback_received: ({ number, company, subject, attachment }) => ({
      subject: `Звернення ${number} від ${company}: ${subject}`,
      heading: `Нове звернення ${number}`,
      paragraphs: [
        `${company} пише через кабінет. Відповідь, записана в картці звернення, надійде компанії листом і з’явиться в її кабінеті.`,
        ...(attachment === 'attached' ? ['Файли долучено до листа.'] : attachment === 'too_large' ? ['Файли завеликі для листа: відкрийте їх у картці звернення.'] : []),
      ],
      action: 'Відповісти',
    }),
    feedback_answered: ({ number, subject }) => ({
      subject: `Відповідь на звернення ${number}: ${subject}`,
      heading: 'Ми відповіли на ваше звернення',
      paragraphs: ['Відповідь наведено нижче; вона збережена також у вашому кабінеті.'],
      action: 'Відкрити звернення',
    }),
    auction_announced: ({ number, title, start, deadline }) => ({
      subject: `Новий аукціон ${number}: ${title}`,
      heading: 'Оголошено новий аукціон',
      paragraphs: [`Торги почнуться ${start}. Заявки приймаються до ${deadline}.`],
      action: 'Переглянути лот',
    }),
    staff_letter: ({ subject }) => ({ subject, heading: subject, paragraphs: [] }),
  },
}
