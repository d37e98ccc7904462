import type { Words } from './words'

export const ru: Words = {
  labels: {
    auction: 'Аукцион', start: 'Начало торгов (Киев)', end: 'Завершение (Киев)', participant: 'Номер участника', quantity: 'Объём', price: 'Цена с НДС', sum: 'Сумма с НДС',
    answerBy: 'Ответить до (Киев)', reason: 'Причина', company: 'Компания', edrpou: 'ЕГРПОУ', contact: 'Контактное лицо', phone: 'Телефон', email: 'Электронная почта',
    document: 'Документ', documentKind: 'Вид документа', documents: 'Документы', auctionKind: 'Аукционы', before: 'было', newEmail: 'Новый адрес', changedAt: 'Изменено (Киев)',
    order: 'Заказ', product: 'Продукт', position: 'Должность', comment: 'Комментарий', topic: 'Тема', about: 'О чём', question: 'Ваше обращение', files: 'Файлы',
  },
  documentKinds: {
    register_extract: 'Выписка из госреестра', charter: 'Устав', balance_sheet: 'Баланс', licence: 'Лицензия', questionnaire: 'Анкета', other: 'Другой документ',
  },
  fields: {
    name: 'Имя', surname: 'Фамилия', patronymic: 'Отчество', phone: 'Телефон', iban: 'IBAN', auction_kind: 'Аукционы',
    company_name: 'Полное название', company_short_name: 'Сокращённое название', edrpou: 'ЕГРПОУ', eic: 'Код EIC',
  },
  auctionKinds: { gas_condensate: 'Газовый конденсат', natural_gas: 'Природный газ', all: 'Все' },
  feedbackTopics: {
    question: 'Вопрос', auction: 'Аукцион', documents: 'Документы', agreement: 'Договор', technical: 'Работа портала', other: 'Другое',
  },
  money: (amount) => `${amount} грн`,
  footer: {
    buyer: (company) => `Письмо отправлено, так как у ${company} есть кабинет покупателя на портале аукционов.`,
    manager: 'Письмо отправлено менеджерам аукционов.',
    customer: 'Письмо отправлено, потому что с этим адресом оформили заказ в нашем магазине. Если это были не вы, сообщите нам.',
    link: 'Если вы этого не просили, ничего не делайте: без ссылки из письма ничего не изменится.',
    unsubscribe: 'Не присылать таких писем',
    hours: 'Рабочее время',
    support: 'Поддержка',
  },
  linkHint: 'Если кнопка не работает, скопируйте адрес:',
  letters: {
    application_confirmed: ({ number, participant, start }) => ({
      subject: `Аукцион ${number}: заявка подтверждена, ваш номер — ${participant}`,
      heading: 'Ваша заявка подтверждена',
      paragraphs: [`Вы — участник № ${participant}. Другие участники и посетители видят только этот номер.`, `Торги начнутся ${start}. Ваша предварительная ставка станет первой ставкой; дальше её можно повышать.`],
      action: 'Открыть аукцион',
    }),
    application_rejected: ({ number, cause }) => ({
      subject: `Аукцион ${number}: заявка отклонена`,
      heading: 'Ваша заявка отклонена',
      paragraphs: [
        cause === 'manager'
          ? 'Менеджер аукциона отклонил заявку. Причина указана ниже.'
          : cause === 'not_confirmed_before_start'
            ? 'До начала торгов заявку не подтвердили, поэтому система отклонила её.'
            : 'Учётная запись компании была деактивирована до начала торгов, поэтому система отклонила заявку.',
      ],
      action: 'Открыть аукцион',
    }),
    auction_started: ({ number, end }) => ({
      subject: `Аукцион ${number}: торги начались`,
      heading: 'Торги начались',
      paragraphs: [`Ставки принимаются до ${end}. Ставка, которая меняет распределение объёма перед самым концом, отодвигает его.`],
      action: 'Сделать ставку',
    }),
    outbid: ({ number, quantity, nothing, end }) => ({
      subject: nothing ? `Аукцион ${number}: вас перебили` : `Аукцион ${number}: ваш объём уменьшился до ${quantity}`,
      heading: nothing ? 'Вас перебили' : 'Ваш объём уменьшился',
      paragraphs: [
        nothing ? 'Ставки других участников забрали весь ваш предварительный объём.' : `Ставки других участников забрали часть вашего предварительного объёма. Сейчас вам достаётся ${quantity}.`,
        `На этот момент торги идут до ${end}.`,
      ],
      action: 'Повысить ставку',
    }),
    auction_cancelled: ({ number }) => ({
      subject: `Аукцион ${number} отменён`,
      heading: 'Аукцион отменён',
      paragraphs: ['Компания отменила аукцион, на который вы подали заявку. Ваши обязательства по нему прекращены.'],
      action: 'Открыть аукцион',
    }),
    winner_confirmed: ({ number, quantity }) => ({
      subject: `Аукцион ${number}: вы среди победителей, ${quantity}`,
      heading: 'Поздравляем, вы среди победителей',
      paragraphs: [`Менеджер подтвердил результат: вам достаётся ${quantity} по вашей цене. Договор появится в кабинете после завершения аукциона.`],
      action: 'Посмотреть результат',
    }),
    winner_disqualified: ({ number }) => ({
      subject: `Аукцион ${number}: вы дисквалифицированы`,
      heading: 'Вы дисквалифицированы',
      paragraphs: ['Менеджер аукциона дисквалифицировал вас при определении победителей. Объём распределён заново.'],
      action: 'Открыть аукцион',
    }),
    partial_offer: ({ number, quantity, answerBy }) => ({
      subject: `Аукцион ${number}: предлагаем ${quantity}, ждём ответа`,
      heading: 'Вам достаётся часть объёма',
      paragraphs: [`Для вашей ставки осталось ${quantity}. Согласитесь или откажитесь до ${answerBy}.`, 'Отказ передаёт этот объём дальше. Без ответа объём тоже перейдёт дальше.'],
      action: 'Ответить',
    }),
    application_received: ({ number, company }) => ({
      subject: `Аукцион ${number}: заявка от ${company}`,
      heading: 'Новая заявка на участие',
      paragraphs: [`Компания ${company} подала заявку. Проверьте документы и подтвердите или отклоните её до начала торгов. Цена и объём видны только после начала.`],
      action: 'Открыть пульт аукциона',
    }),
    partial_accepted: ({ number, participant, quantity }) => ({
      subject: `Аукцион ${number}: участник № ${participant} согласился на ${quantity}`,
      heading: 'Частичное предложение принято',
      paragraphs: [`Участник № ${participant} согласился на ${quantity}.`],
      action: 'Открыть пульт аукциона',
    }),
    partial_refused: ({ number, participant, quantity }) => ({
      subject: `Аукцион ${number}: участник № ${participant} отказался от ${quantity}`,
      heading: 'Частичное предложение отклонено',
      paragraphs: [`Участник № ${participant} не взял ${quantity}. Объём перешёл дальше по рейтингу.`],
      action: 'Открыть пульт аукциона',
    }),
    auction_unsuccessful: ({ number, confirmed, minimum, toManagers }) => ({
      subject: `Аукцион ${number} не состоялся`,
      heading: 'Аукцион не состоялся',
      paragraphs: [`Подтверждённых участников к началу торгов: ${confirmed}, требуется не менее ${minimum}.`, ...(toManagers ? [] : ['Ваша предварительная ставка не будет раскрыта.'])],
      action: toManagers ? 'Открыть пульт аукциона' : 'Открыть аукцион',
    }),
    auction_ended: ({ number, toManagers }) => ({
      subject: `Аукцион ${number}: торги завершены`,
      heading: 'Торги завершены',
      paragraphs: [toManagers ? 'Приём ставок завершён. Подтвердите победителей.' : 'Приём ставок завершён. Менеджер определяет победителей; о результате напишем отдельно.'],
      action: toManagers ? 'Открыть пульт аукциона' : 'Посмотреть рейтинг',
    }),
    chat_message: ({ number, company, toManagers }) => ({
      subject: toManagers ? `Аукцион ${number}: сообщение от ${company}` : `Аукцион ${number}: администратор ответил вам`,
      heading: toManagers ? `${company} пишет в чате` : 'Новое сообщение администратора',
      paragraphs: [],
      action: toManagers ? 'Ответить' : 'Открыть чат',
    }),
    email_confirmation: ({ company, until }) => ({
      subject: 'Подтвердите электронную почту',
      heading: 'Подтвердите электронную почту',
      paragraphs: [`${company} зарегистрировали на портале аукционов с этим адресом. Подтвердите его — и менеджер проверит данные компании.`],
      action: 'Подтвердить адрес',
      note: `Ссылка действует до ${until} по Киеву и только один раз.`,
    }),
    email_change: ({ company, until }) => ({
      subject: 'Подтвердите новую электронную почту',
      heading: 'Подтвердите новый адрес',
      paragraphs: [`Для кабинета ${company} указан этот адрес. Он заработает, как только вы его подтвердите; до этого действует прежний.`],
      action: 'Подтвердить новый адрес',
      note: `Ссылка действует до ${until} по Киеву и только один раз.`,
    }),
    password_reset: ({ company, until }) => ({
      subject: 'Новый пароль к кабинету',
      heading: 'Установите новый пароль',
      paragraphs: [`Для кабинета ${company} попросили новый пароль. После смены все открытые сеансы завершатся.`],
      action: 'Установить пароль',
      note: `Ссылка действует до ${until} по Киеву и только один раз.`,
    }),
    email_changed: ({ company }) => ({
      subject: 'Адрес кабинета изменён',
      heading: 'Адрес кабинета изменён',
      paragraphs: [`У кабинета ${company} теперь другая электронная почта. Этот адрес его больше не открывает.`],
      note: 'Если это сделали не вы, немедленно свяжитесь с нами.',
    }),
    password_changed: ({ company }) => ({
      subject: 'Пароль к кабинету изменён',
      heading: 'Пароль изменён',
      paragraphs: [`Пароль к кабинету ${company} изменён. Другие сеансы завершены.`],
      action: 'Посмотреть сеансы',
      note: 'Если это сделали не вы, восстановите пароль и свяжитесь с нами.',
    }),
    two_factor_enabled: ({ company }) => ({
      subject: 'Двухэтапный вход включён',
      heading: 'Двухэтапный вход включён',
      paragraphs: [`Для входа в кабинет ${company} теперь нужен ещё и код из приложения. Другие сеансы завершены.`],
      action: 'Посмотреть настройки',
      note: 'Если это сделали не вы, немедленно свяжитесь с нами.',
    }),
    two_factor_disabled: ({ company, by }) => ({
      subject: 'Двухэтапный вход выключен',
      heading: 'Двухэтапный вход выключен',
      paragraphs: [
        by === 'manager'
          ? `Менеджер выключил двухэтапный вход в кабинет ${company}: для входа достаточно пароля. Включите его снова на новом телефоне.`
          : `Для входа в кабинет ${company} снова достаточно пароля.`,
      ],
      action: 'Посмотреть настройки',
      note: 'Если это сделали не вы, смените пароль и немедленно свяжитесь с нами.',
    }),
    recovery_code_used: ({ company, left }) => ({
      subject: 'Использован резервный код',
      heading: 'Вход по резервному коду',
      paragraphs: [`В кабинет ${company} вошли по резервному коду вместо приложения. Осталось резервных кодов: ${left}.`],
      action: 'Посмотреть настройки',
      note: 'Если это сделали не вы, смените пароль и немедленно свяжитесь с нами.',
    }),
    account_confirmed: ({ company }) => ({
      subject: 'Учётная запись подтверждена',
      heading: 'Учётная запись подтверждена',
      paragraphs: [`Менеджер проверил данные ${company}. Теперь можно подавать заявки на аукционы.`],
      action: 'Перейти к аукционам',
    }),
    account_deactivated: ({ company }) => ({
      subject: 'Учётная запись деактивирована',
      heading: 'Ваша учётная запись деактивирована менеджером аукциона',
      paragraphs: [`Вход в кабинет ${company} закрыт, открытые сеансы завершены. Ставки в идущих торгах остаются в протоколе, но не участвуют в распределении.`],
    }),
    account_reactivated: ({ company }) => ({
      subject: 'Учётная запись снова активна',
      heading: 'Учётная запись снова активна',
      paragraphs: [`Кабинет ${company} снова открыт: войдите со своим паролем.`],
      action: 'Войти',
    }),
    account_waiting: ({ company, sameEdrpou }) => ({
      subject: `Новая компания: ${company}`,
      heading: 'Новая компания ждёт подтверждения',
      paragraphs: [`Компания ${company} зарегистрировалась и подтвердила электронную почту.`, ...(sameEdrpou > 0 ? [`Внимание: компаний с таким же ЕГРПОУ уже зарегистрировано: ${sameEdrpou}.`] : [])],
      action: 'Открыть карточку компании',
    }),
    account_updated: ({ company }) => ({
      subject: `${company}: данные изменены`,
      heading: 'Компания изменила свои данные',
      paragraphs: [`Компания ${company} изменила данные в кабинете.`],
      action: 'Открыть карточку компании',
    }),
    document_uploaded: ({ company, attachment }) => ({
      subject: `${company}: новый документ`,
      heading: 'Новый документ компании',
      paragraphs: [
        attachment === 'attached'
          ? `Компания ${company} загрузила документ, он приложен к письму.`
          : attachment === 'too_large'
            ? `Компания ${company} загрузила документ. Он слишком велик для письма: откройте его в кабинете менеджера.`
            : `Компания ${company} загрузила документ, но уже удалила его.`,
      ],
      action: attachment === 'deleted' ? 'Открыть карточку компании' : 'Открыть документ',
    }),
    order_received: ({ number, company, product, quantity }) => ({
      subject: `Заказ ${number}: ${company}, ${quantity}`,
      heading: `Новый заказ ${number}`,
      paragraphs: [`${company} заказывает: ${product}, ${quantity}. Свяжитесь с заказчиком и отметьте состояние заказа.`],
      action: 'Открыть заказ',
    }),
    order_confirmation: ({ number, product, quantity }) => ({
      subject: `Ваш заказ ${number} принят`,
      heading: 'Спасибо за заказ',
      paragraphs: [
        `Мы получили ваш заказ ${number}: ${product}, ${quantity}.`,
        'Менеджер свяжется с вами в рабочее время, чтобы согласовать цену, условия оплаты и сроки отгрузки. Заказ не обязывает вас к покупке, пока не подписан договор.',
      ],
      action: 'В магазин',
    }),
    order_status: ({ number, status }) => ({
      subject: { in_work: `Заказ ${number}: взят в работу`, done: `Заказ ${number}: выполнен`, declined: `Заказ ${number}: отклонён` }[status],
      heading: { in_work: 'Ваш заказ взят в работу', done: 'Ваш заказ выполнен', declined: 'Ваш заказ отклонён' }[status],
      paragraphs: [
        {
          in_work: 'Менеджер готовит условия поставки и свяжется с вами по телефону или электронной почте, которые вы указали.',
          done: 'Спасибо, что выбрали нас. Будем рады новым заказам.',
          declined: 'К сожалению, в этот раз мы не можем выполнить заказ. Если у вас есть вопросы или вы хотите изменить объём, свяжитесь с нами.',
        }[status],
      ],
      action: 'В магазин',
    }),
    feedback_received: ({ number, company, subject, attachment }) => ({
      subject: `Обращение ${number} от ${company}: ${subject}`,
      heading: `Новое обращение ${number}`,
      paragraphs: [
        `${company} пишет через кабинет. Ответ, записанный в карточке обращения, придёт компании письмом и появится в её кабинете.`,
        ...(attachment === 'attached' ? ['Файлы приложены к письму.'] : attachment === 'too_large' ? ['Файлы слишком велики для письма: откройте их в карточке обращения.'] : []),
      ],
      action: 'Ответить',
    }),
    feedback_answered: ({ number, subject }) => ({
      subject: `Ответ на обращение ${number}: ${subject}`,
      heading: 'Мы ответили на ваше обращение',
      paragraphs: ['Ответ приведён ниже; он сохранён также в вашем кабинете.'],
      action: 'Открыть обращение',
    }),
    auction_announced: ({ number, title, start, deadline }) => ({
      subject: `Новый аукцион ${number}: ${title}`,
      heading: 'Объявлен новый аукцион',
      paragraphs: [`Торги начнутся ${start}. Заявки принимаются до ${deadline}.`],
      action: 'Посмотреть лот',
    }),
    staff_letter: ({ subject }) => ({ subject, heading: subject, paragraphs: [] }),
  },
}
