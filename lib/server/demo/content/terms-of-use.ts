import type { DemoBlock } from '@/lib/server/demo/content/write-blocks'

export const TERMS_OF_USE: readonly DemoBlock[] = [
  {
    kind: 'text',
    text: [
      `Ці умови діють між компанією «Газ і Конденсат» і кожним, хто користується порталом. Порядок самих торгів визначають [правила аукціонів](/auctions/rules-auctions), обробку даних — [політика конфіденційності](/politika-konfideciynosti).
## Обліковий запис
1. Реєструється юридична особа; дії її представника вважаються діями компанії.
2. Компанія відповідає за правильність кодів ЄДРПОУ, IBAN та EIC і за дійсність документів.
3. Обліковий запис діє після підтвердження менеджером. Менеджер може деактивувати його, повідомивши причину.
4. Пароль не передають іншим особам; про підозру на доступ сторонніх повідомляють негайно.
## Заявки та ставки
1. Попередня ставка є заявкою на участь. Її можна відкликати до кінця строку подання, але не замінити.
2. Прийняту ставку не можна змінити чи відкликати. Час ставки — це час її надходження на сервер.
3. Переможець зобов’язаний підписати договір у строк, зазначений в умовах лота.
## Доступність
Портал працює цілодобово; планові роботи не проводяться під час торгів. Якщо збій припав на час торгів, їх завершення відсувається на тривалість збою, що записується в протокол.
## Заборонено
- створювати навантаження, що заважає іншим учасникам;
- узгоджувати ставки з іншими учасниками;
- намагатися отримати чужі дані або обійти обмеження порталу.
## Відповідальність і спори
Компанія відповідає за прямі збитки, спричинені її виною, у межах, визначених законом. Спори вирішуються переговорами, а якщо згоди не досягнуто — у господарському суді за місцезнаходженням продавця за правом України.`,
      `These terms bind Gas & Condensate and everyone who uses the portal. The course of bidding is set by the [auction rules](/auctions/rules-auctions), the handling of data by the [privacy policy](/politika-konfideciynosti).
## The account
1. A legal entity registers; what its representative does counts as done by the company.
2. The company answers for correct EDRPOU, IBAN and EIC codes and for valid documents.
3. The account is good once a manager has confirmed it. A manager may deactivate it, giving the reason.
4. A password is not passed to others; a suspicion of foreign access is reported at once.
## Applications and bids
1. The preliminary bid is the application. It can be withdrawn until the deadline, but not replaced.
2. An accepted bid can be neither changed nor withdrawn. Its time is that of its arrival at the server.
3. A winner must sign the agreement within the term given in the lot.
## Availability
The portal works round the clock; no maintenance is planned during bidding. If an outage falls into the time of bidding, the end moves by its length, which the protocol records.
## Not allowed
- to create load that hinders other participants;
- to agree bids with other participants;
- to try to get at other people’s data or to get round the portal’s limits.
## Liability and disputes
The company is liable for direct damage caused by its fault, within the limits of law. Disputes are settled by talks, and failing that by the commercial court at the seller’s seat under the law of Ukraine.`,
      `Эти условия действуют между компанией «Газ и Конденсат» и каждым, кто пользуется порталом. Порядок самих торгов определяют [правила аукционов](/auctions/rules-auctions), обработку данных — [политика конфиденциальности](/politika-konfideciynosti).
## Учётная запись
1. Регистрируется юридическое лицо; действия его представителя считаются действиями компании.
2. Компания отвечает за правильность кодов ЕГРПОУ, IBAN и EIC и за действительность документов.
3. Учётная запись действует после подтверждения менеджером. Менеджер может деактивировать её, сообщив причину.
4. Пароль не передают другим лицам; о подозрении на доступ посторонних сообщают немедленно.
## Заявки и ставки
1. Предварительная ставка является заявкой на участие. Её можно отозвать до конца срока подачи, но не заменить.
2. Принятую ставку нельзя изменить или отозвать. Время ставки — это время её поступления на сервер.
3. Победитель обязан подписать договор в срок, указанный в условиях лота.
## Доступность
Портал работает круглосуточно; плановые работы не проводятся во время торгов. Если сбой пришёлся на время торгов, их завершение отодвигается на продолжительность сбоя, что записывается в протокол.
## Запрещено
- создавать нагрузку, мешающую другим участникам;
- согласовывать ставки с другими участниками;
- пытаться получить чужие данные или обойти ограничения портала.
## Ответственность и споры
Компания отвечает за прямой ущерб, причинённый по её вине, в пределах, определённых законом. Споры решаются переговорами, а если согласия не достигнуто — в хозяйственном суде по местонахождению продавца по праву Украины.`,
    ],
  },
]
