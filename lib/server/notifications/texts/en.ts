import type { Words } from './words'

export const en: Words = {
  labels: {
    winningPrices: 'Winning prices incl. VAT',
    averagePrice: 'Average price incl. VAT',
    volumeSold: 'Sold',
    ownPrice: 'Your price incl. VAT',
    auction: 'Auction',
    start: 'Start (Kyiv)',
    end: 'End (Kyiv)',
    participant: 'Participant number',
    quantity: 'Quantity',
    price: 'Price incl. VAT',
    sum: 'Sum incl. VAT',
    answerBy: 'Answer by (Kyiv)',
    reason: 'Reason',
    company: 'Company',
    edrpou: 'EDRPOU',
    contact: 'Contact person',
    phone: 'Phone',
    email: 'E-mail',
    document: 'Document',
    documentKind: 'Kind of document',
    documents: 'Documents',
    missing: 'Missing',
    auctionKind: 'Auctions',
    before: 'before',
    newEmail: 'New address',
    changedAt: 'Changed (Kyiv)',
    order: 'Order',
    product: 'Product',
    position: 'Position',
    comment: 'Comment',
    topic: 'Topic',
    about: 'About',
    question: 'Your message',
    files: 'Files',
  },
  documentKinds: {
    register_extract: 'Extract from the state register',
    charter: 'Charter',
    balance_sheet: 'Balance sheet',
    licence: 'Licence',
    questionnaire: 'Questionnaire',
    other: 'Other document',
  },
  fields: {
    name: 'Given name',
    surname: 'Surname',
    patronymic: 'Patronymic',
    phone: 'Phone',
    iban: 'IBAN',
    auction_kind: 'Auctions',
    company_name: 'Full name',
    company_short_name: 'Short name',
    edrpou: 'EDRPOU',
    eic: 'EIC code',
  },
  auctionKinds: { gas_condensate: 'Gas condensate', natural_gas: 'Natural gas', all: 'All' },
  feedbackTopics: {
    question: 'Question',
    auction: 'Auction',
    documents: 'Documents',
    agreement: 'Agreement',
    technical: 'The portal itself',
    other: 'Other',
  },
  money: (amount) => `UAH ${amount}`,
  footer: {
    buyer: (company) => `You receive this letter because ${company} has a buyer’s cabinet on the auction portal.`,
    manager: 'This letter goes to the auction managers.',
    customer:
      'You receive this letter because an order was placed in our shop with this address. If it was not you, please tell us.',
    former: 'You receive this letter because an account with this address was closed at its company’s request.',
    link: 'If you did not ask for this, do nothing: without the link in this letter nothing changes.',
    entry: (seq) => `Protocol hash, entry ${seq}`,
    unsubscribe: 'Stop letters of this kind',
    hours: 'Working hours',
    support: 'Support',
  },
  linkHint: 'If the button does not work, copy the address:',
  letters: {
    application_confirmed: ({ number, participant, start }) => ({
      subject: `Auction ${number}: application confirmed, you are participant No. ${participant}`,
      heading: 'Your application is confirmed',
      paragraphs: [
        `You are participant No. ${participant}. Other participants and visitors see this number only.`,
        `Bidding starts on ${start}. Your preliminary bid becomes your first bid; from there you may raise it.`,
      ],
      action: 'Open the auction',
    }),
    application_rejected: ({ number, cause }) => ({
      subject: `Auction ${number}: application rejected`,
      heading: 'Your application is rejected',
      paragraphs: [
        cause === 'manager'
          ? 'The auction manager has rejected the application. The reason is given below.'
          : cause === 'not_confirmed_before_start'
            ? 'The application was not confirmed before the start, so the system has rejected it.'
            : 'The company’s account was deactivated before the start, so the system has rejected the application.',
      ],
      action: 'Open the auction',
    }),
    auction_started: ({ number, end }) => ({
      subject: `Auction ${number}: bidding has started`,
      heading: 'Bidding has started',
      paragraphs: [`Bids are taken until ${end}. A bid that changes the allocation shortly before the end moves it.`],
      action: 'Place a bid',
    }),
    outbid: ({ number, quantity, nothing, end }) => ({
      subject: nothing ? `Auction ${number}: you are outbid` : `Auction ${number}: your quantity fell to ${quantity}`,
      heading: nothing ? 'You are outbid' : 'Your quantity fell',
      paragraphs: [
        nothing
          ? 'Other participants’ bids have taken all of your provisional quantity.'
          : `Other participants’ bids have taken part of your provisional quantity. Now you would get ${quantity}.`,
        `As it stands, bidding ends on ${end}.`,
      ],
      action: 'Raise the bid',
    }),
    auction_cancelled: ({ number }) => ({
      subject: `Auction ${number} is cancelled`,
      heading: 'The auction is cancelled',
      paragraphs: ['The company has cancelled the auction that you applied to. You have no obligations from it.'],
      action: 'Open the auction',
    }),
    winner_confirmed: ({ number, quantity }) => ({
      subject: `Auction ${number}: you are among the winners, ${quantity}`,
      heading: 'Congratulations, you are among the winners',
      paragraphs: [
        `The manager has confirmed the result: you get ${quantity} at your own price. The agreement appears in your cabinet once the auction is completed.`,
      ],
      action: 'See the result',
    }),
    winner_disqualified: ({ number }) => ({
      subject: `Auction ${number}: you are disqualified`,
      heading: 'You are disqualified',
      paragraphs: [
        'The auction manager has disqualified you while winners were being selected. The volume was allocated again.',
      ],
      action: 'Open the auction',
    }),
    auction_result: ({ number, outcome, sold }) => ({
      subject: `Auction ${number} is completed: the result`,
      heading: 'The auction is completed',
      paragraphs: [
        {
          outbid: 'This time the whole volume went to participants who bid more, or as much earlier.',
          passed_over:
            'What was left for your bid was less than the least quantity that you accept, so it was passed on.',
          refused: 'You did not take the part of the volume that you were offered, so it was passed on.',
          disqualified: 'You were disqualified, so the volume was allocated to other participants.',
        }[outcome],
        sold
          ? 'The result, every bid by participant number and the protocol are open to everybody.'
          : 'No volume was sold. Every bid by participant number and the protocol are open to everybody.',
      ],
      action: 'See the result',
    }),
    partial_offer: ({ number, quantity, answerBy }) => ({
      subject: `Auction ${number}: ${quantity} offered, please answer`,
      heading: 'You are a conditional winner: part of the volume is yours to take',
      paragraphs: [
        `${quantity} are left for your bid. Accept or refuse by ${answerBy}; until then your win is conditional.`,
        'A refusal passes this volume on. So does no answer.',
      ],
      action: 'Answer',
    }),
    application_received: ({ number, company, missing, of, completed }) => ({
      subject: `Auction ${number}: ${completed ? 'documents from' : 'application from'} ${company}`,
      heading: completed ? 'The documents are complete' : 'New application',
      paragraphs: [
        completed
          ? `${company} has uploaded the last of the documents for its application.`
          : `${company} has applied.`,
        missing === 0
          ? 'The documents are attached or in the back office: check them, then confirm or reject the application before the start. Price and quantity are shown after the start only.'
          : `${of - missing} of ${of} documents are there, so the application does not await confirmation yet. Another letter will come once the company has uploaded the rest. Price and quantity are shown after the start only.`,
      ],
      action: 'Open the auction console',
    }),
    partial_accepted: ({ number, participant, quantity }) => ({
      subject: `Auction ${number}: participant No. ${participant} accepts ${quantity}`,
      heading: 'Partial offer accepted',
      paragraphs: [`Participant No. ${participant} accepts ${quantity}.`],
      action: 'Open the auction console',
    }),
    partial_refused: ({ number, participant, quantity }) => ({
      subject: `Auction ${number}: participant No. ${participant} refuses ${quantity}`,
      heading: 'Partial offer refused',
      paragraphs: [`Participant No. ${participant} did not take ${quantity}. The volume was passed on by rank.`],
      action: 'Open the auction console',
    }),
    auction_unsuccessful: ({ number, confirmed, minimum, toManagers }) => ({
      subject: `Auction ${number} did not take place`,
      heading: 'The auction did not take place',
      paragraphs: [
        `Confirmed participants at the start: ${confirmed}; at least ${minimum} are required.`,
        ...(toManagers ? [] : ['Your preliminary bid stays undisclosed.']),
      ],
      action: toManagers ? 'Open the auction console' : 'Open the auction',
    }),
    auction_ended: ({ number, toManagers }) => ({
      subject: `Auction ${number}: bidding has ended`,
      heading: 'Bidding has ended',
      paragraphs: [
        toManagers
          ? 'No more bids are taken. Confirm the winners.'
          : 'No more bids are taken. The manager is selecting the winners; we will write about the result.',
      ],
      action: toManagers ? 'Open the auction console' : 'See the ranking',
    }),
    chat_message: ({ number, company, toManagers }) => ({
      subject: toManagers
        ? `Auction ${number}: message from ${company}`
        : `Auction ${number}: the administrator has answered you`,
      heading: toManagers ? `${company} writes in the chat` : 'New message from the administrator',
      paragraphs: [],
      action: toManagers ? 'Answer' : 'Open the chat',
    }),
    email_confirmation: ({ company, until }) => ({
      subject: 'Confirm your e-mail address',
      heading: 'Confirm your e-mail address',
      paragraphs: [
        `${company} was registered on the auction portal with this address. Confirm it, and a manager will check the company’s data.`,
      ],
      action: 'Confirm the address',
      note: `The link works until ${until}, Kyiv time, and once.`,
    }),
    email_change: ({ company, until }) => ({
      subject: 'Confirm your new e-mail address',
      heading: 'Confirm the new address',
      paragraphs: [
        `This address was given for the cabinet of ${company}. It counts once you confirm it; until then the former one does.`,
      ],
      action: 'Confirm the new address',
      note: `The link works until ${until}, Kyiv time, and once.`,
    }),
    password_reset: ({ company, until }) => ({
      subject: 'A new password for your cabinet',
      heading: 'Set a new password',
      paragraphs: [`A new password was asked for the cabinet of ${company}. Setting it ends all open sessions.`],
      action: 'Set the password',
      note: `The link works until ${until}, Kyiv time, and once.`,
    }),
    email_changed: ({ company }) => ({
      subject: 'The address of your cabinet has changed',
      heading: 'The address of your cabinet has changed',
      paragraphs: [`The cabinet of ${company} now has another e-mail address. This one no longer opens it.`],
      note: 'If this was not you, contact us at once.',
    }),
    password_changed: ({ company }) => ({
      subject: 'The password of your cabinet has changed',
      heading: 'Password changed',
      paragraphs: [`The password of the cabinet of ${company} has changed. Other sessions have ended.`],
      action: 'See the sessions',
      note: 'If this was not you, reset the password and contact us.',
    }),
    two_factor_enabled: ({ company }) => ({
      subject: 'Two-step sign-in is on',
      heading: 'Two-step sign-in is on',
      paragraphs: [
        `Signing in to the cabinet of ${company} now asks for a code from an authenticator app as well. Other sessions have ended.`,
      ],
      action: 'See the settings',
      note: 'If this was not you, contact us at once.',
    }),
    two_factor_disabled: ({ company, by }) => ({
      subject: 'Two-step sign-in is off',
      heading: 'Two-step sign-in is off',
      paragraphs: [
        by === 'manager'
          ? `A manager has turned two-step sign-in off for the cabinet of ${company}: the password alone opens it. Turn it on again with your new phone.`
          : `Signing in to the cabinet of ${company} asks for the password alone again.`,
      ],
      action: 'See the settings',
      note: 'If this was not you, change the password and contact us at once.',
    }),
    recovery_code_used: ({ company, left }) => ({
      subject: 'A recovery code was used',
      heading: 'Signed in with a recovery code',
      paragraphs: [
        `Somebody signed in to the cabinet of ${company} with a recovery code instead of the app. Recovery codes left: ${left}.`,
      ],
      action: 'See the settings',
      note: 'If this was not you, change the password and contact us at once.',
    }),
    deletion_refused: ({ company }) => ({
      subject: 'Your data is not deleted yet',
      heading: 'Your request to delete personal data was refused',
      paragraphs: [`The request of ${company} was looked into and cannot be met now, for this reason:`],
      action: 'Personal data',
    }),
    account_erased: ({ company }) => ({
      subject: 'Your personal data has been deleted',
      heading: 'Your personal data has been deleted',
      paragraphs: [
        `The cabinet of ${company} is closed, and the personal data in it has been deleted: names, telephone, e-mail, letters, messages and documents that no auction rests on.`,
        'The law makes us keep agreements, bids and auction protocols. They name the company and no people.',
      ],
    }),
    deletion_requested: ({ company }) => ({
      subject: `${company} asks for its personal data to be deleted`,
      heading: 'Request to delete personal data',
      paragraphs: [
        `${company} asks for its personal data to be deleted and its cabinet closed. By law it must be answered within 30 days.`,
      ],
      action: 'See the company',
    }),
    account_confirmed: ({ company }) => ({
      subject: 'Your account is confirmed',
      heading: 'Your account is confirmed',
      paragraphs: [`The manager has checked the data of ${company}. You may now apply to auctions.`],
      action: 'Go to the auctions',
    }),
    account_rejected: ({ company }) => ({
      subject: 'Your account was not confirmed',
      heading: 'The auction manager did not confirm your account',
      paragraphs: [
        `The auction manager reviewed the details and documents of ${company} and did not confirm its account. The reason is given below.`,
        'Correct your details or add documents in your account: the manager will then review them again.',
      ],
      action: 'Open your account',
    }),
    account_deactivated: ({ company }) => ({
      subject: 'Your account has been deactivated',
      heading: 'Your account has been deactivated by the auction manager',
      paragraphs: [
        `The cabinet of ${company} is closed and its sessions have ended. Bids in running auctions stay in the record and out of the allocation.`,
      ],
    }),
    account_reactivated: ({ company }) => ({
      subject: 'Your account is active again',
      heading: 'Your account is active again',
      paragraphs: [`The cabinet of ${company} is open again: sign in with your password.`],
      action: 'Sign in',
    }),
    account_waiting: ({ company, sameEdrpou }) => ({
      subject: `New company: ${company}`,
      heading: 'A new company awaits confirmation',
      paragraphs: [
        `${company} has registered and confirmed its e-mail address.`,
        ...(sameEdrpou > 0 ? [`Note: companies already registered with the same EDRPOU: ${sameEdrpou}.`] : []),
      ],
      action: 'Open the company',
    }),
    account_updated: ({ company }) => ({
      subject: `${company}: data changed`,
      heading: 'A company has changed its data',
      paragraphs: [`${company} has changed its data in the cabinet.`],
      action: 'Open the company',
    }),
    document_uploaded: ({ company, attachment }) => ({
      subject: `${company}: new document`,
      heading: 'A company’s new document',
      paragraphs: [
        attachment === 'attached'
          ? `${company} has uploaded a document; it is attached.`
          : attachment === 'too_large'
            ? `${company} has uploaded a document. It is too large for a letter: open it in the back office.`
            : `${company} has uploaded a document, and deleted it since.`,
      ],
      action: attachment === 'deleted' ? 'Open the company' : 'Open the document',
    }),
    order_received: ({ number, company, product, quantity }) => ({
      subject: `Order ${number}: ${company}, ${quantity}`,
      heading: `New order ${number}`,
      paragraphs: [`${company} orders: ${product}, ${quantity}. Contact the customer and set the order’s status.`],
      action: 'Open the order',
    }),
    order_confirmation: ({ number, product, quantity }) => ({
      subject: `We have received your order ${number}`,
      heading: 'Thank you for your order',
      paragraphs: [
        `We have received your order ${number}: ${product}, ${quantity}.`,
        'A manager will contact you in working hours to agree on the price, payment terms and shipment. The order does not oblige you to buy until an agreement is signed.',
      ],
      action: 'To the shop',
    }),
    order_status: ({ number, status }) => ({
      subject: {
        in_work: `Order ${number} is being handled`,
        done: `Order ${number} is completed`,
        declined: `Order ${number} is declined`,
      }[status],
      heading: {
        in_work: 'Your order is being handled',
        done: 'Your order is completed',
        declined: 'Your order is declined',
      }[status],
      paragraphs: [
        {
          in_work:
            'A manager is preparing the terms of supply and will contact you by the phone or e-mail that you gave.',
          done: 'Thank you for choosing us. We look forward to your next order.',
          declined:
            'Unfortunately, we cannot fulfil the order this time. If you have questions or would like another volume, please contact us.',
        }[status],
      ],
      action: 'To the shop',
    }),
    feedback_received: ({ number, company, subject, attachment }) => ({
      subject: `Message ${number} from ${company}: ${subject}`,
      heading: `New message ${number}`,
      paragraphs: [
        `${company} writes from the cabinet. The answer that you write there is mailed to the company and shown in its cabinet.`,
        ...(attachment === 'attached'
          ? ['The files are attached.']
          : attachment === 'too_large'
            ? ['The files are too large for a letter: open them in the back office.']
            : []),
      ],
      action: 'Answer',
    }),
    feedback_answered: ({ number, subject }) => ({
      subject: `Answer to your message ${number}: ${subject}`,
      heading: 'We have answered your message',
      paragraphs: ['The answer stands below; it is kept in your cabinet, too.'],
      action: 'Open the message',
    }),
    auction_announced: ({ number, title, start, deadline }) => ({
      subject: `New auction ${number}: ${title}`,
      heading: 'A new auction is announced',
      paragraphs: [`Bidding starts on ${start}. Applications are taken until ${deadline}.`],
      action: 'See the lot',
    }),
    staff_letter: ({ subject }) => ({ subject, heading: subject, paragraphs: [] }),
  },
}
