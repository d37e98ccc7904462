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
    quantity: 'Volume',
    price: 'Price incl. VAT',
    sum: 'Total incl. VAT',
    answerBy: 'Respond by (Kyiv)',
    reason: 'Reason',
    company: 'Company',
    edrpou: 'EDRPOU',
    contact: 'Contact person',
    phone: 'Phone',
    email: 'Email',
    document: 'Document',
    documentKind: 'Document type',
    documents: 'Documents',
    missing: 'Missing',
    auctionKind: 'Auction type',
    before: 'before',
    newEmail: 'New address',
    changedAt: 'Changed (Kyiv)',
    order: 'Order',
    product: 'Product',
    position: 'Position',
    comment: 'Comment',
    topic: 'Topic',
    about: 'Subject',
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
    auction_kind: 'Auction type',
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
    technical: 'Technical problem',
    other: 'Other',
  },
  money: (amount) => `UAH ${amount}`,
  greeting: 'Hello,',
  signOff: (sender) => `Kind regards,
${sender}`,
  footer: {
    buyer: (company) => `You are receiving this email because ${company} has an account on the auction portal.`,
    manager: 'This email was sent to the auction managers.',
    customer:
      'You are receiving this email because an order was placed in our shop with this address. If it was not you, please let us know.',
    former: 'You are receiving this email because an account with this address was closed at its company’s request.',
    subscriber: 'You are receiving this email because this address is subscribed to new auctions on the portal.',
    link: 'If you did not request this, ignore this email: nothing changes unless the link is used.',
    entry: (seq) => `Protocol hash, entry ${seq}`,
    unsubscribe: 'Unsubscribe from these emails',
    hours: 'Working hours',
    support: 'Support',
  },
  linkHint: 'If the button does not work, copy this link into your browser:',
  letters: {
    application_confirmed: ({ number, participant, start }) => ({
      subject: `Auction ${number}: application confirmed, you are participant No.\u00A0${participant}`,
      heading: 'Your application is confirmed',
      paragraphs: [
        `You are participant No.\u00A0${participant}. Other participants and visitors see only this number.`,
        `Bidding starts on ${start}. Your preliminary bid becomes your first bid, and you can raise it from there.`,
      ],
      action: 'Open the auction',
    }),
    application_rejected: ({ number, cause }) => ({
      subject: `Auction ${number}: application rejected`,
      heading: 'Your application was rejected',
      paragraphs: [
        cause === 'manager'
          ? 'The auction manager rejected your application.'
          : cause === 'not_confirmed_before_start'
            ? 'Your application was not confirmed before bidding started, so it was rejected automatically.'
            : 'Your company’s account was deactivated before bidding started, so the application was rejected automatically.',
        'You cannot take part in this auction, but you can still follow the bidding.',
      ],
      action: 'Open the auction',
    }),
    auction_started: ({ number, end }) => ({
      subject: `Auction ${number}: bidding has started`,
      heading: 'Bidding has started',
      paragraphs: [
        `Bids are accepted until ${end}. A bid that changes the allocation in the last minutes extends the bidding.`,
      ],
      action: 'Place a bid',
    }),
    outbid: ({ number, quantity, nothing, end }) => ({
      subject: nothing
        ? `Auction ${number}: your bid has been outbid`
        : `Auction ${number}: your allocation is down to ${quantity}`,
      heading: nothing ? 'Your bid has been outbid' : 'Your allocation has been reduced',
      paragraphs: [
        nothing
          ? 'Higher bids now take the whole volume. Your current allocation is zero.'
          : `Higher bids have taken part of your volume. Your current allocation is ${quantity}.`,
        `Bidding is currently due to end on ${end}.`,
      ],
      action: 'Raise your bid',
    }),
    auction_cancelled: ({ number }) => ({
      subject: `Auction ${number} has been cancelled`,
      heading: 'The auction has been cancelled',
      paragraphs: [
        'The organiser has cancelled the auction you applied for. You have no obligations under it.',
        'You can apply for other auctions on the portal at any time. If you have questions, contact support: the details are below.',
      ],
      action: 'Open the auction',
    }),
    winner_confirmed: ({ number, quantity }) => ({
      subject: `Auction ${number}: you won ${quantity}`,
      heading: 'Congratulations, you are among the winners',
      paragraphs: [
        `The auction manager has confirmed the result: you get ${quantity} at the price you bid. The agreement will appear in your account once the auction is completed.`,
      ],
      action: 'View the result',
    }),
    winner_disqualified: ({ number }) => ({
      subject: `Auction ${number}: you have been disqualified`,
      heading: 'You have been disqualified',
      paragraphs: [
        'The auction manager disqualified you while the winners were being selected. Your volume was allocated to other participants.',
        'The reason and the supporting document are recorded in the protocol. If you disagree, contact support: the details are below.',
      ],
      action: 'Open the auction',
    }),
    auction_result: ({ number, outcome, sold }) => ({
      subject: `Auction ${number} is completed: the result`,
      heading: 'The auction is completed',
      paragraphs: [
        {
          outbid: 'This time the whole volume went to participants whose bids were higher or were placed earlier.',
          passed_over:
            'The volume left for your bid was below your minimum acceptable volume, so it passed to the next participant.',
          refused: 'You did not accept the partial offer, so the volume passed to the next participant.',
          disqualified: 'You were disqualified, so the volume was allocated to other participants.',
        }[outcome],
        sold
          ? 'The result, every bid by participant number and the protocol are public.'
          : 'No volume was sold. Every bid by participant number and the protocol are public.',
      ],
      action: 'View the result',
    }),
    partial_offer: ({ number, quantity, answerBy }) => ({
      subject: `Auction ${number}: ${quantity} offered to you, please respond`,
      heading: 'You are a conditional winner: part of the volume is offered to you',
      paragraphs: [
        `${quantity} are left for your bid. Accept or decline by ${answerBy}. Until then your win is conditional.`,
        'If you decline or do not respond in time, the volume passes to the next participant.',
      ],
      action: 'Respond to the offer',
    }),
    application_received: ({ number, company, missing, of, completed }) => ({
      subject: `Auction ${number}: ${completed ? 'documents from' : 'application from'} ${company}`,
      heading: completed ? 'All documents are in' : 'New application',
      paragraphs: [
        completed
          ? `${company} has uploaded the last of the documents for its application.`
          : `${company} has applied to take part.`,
        missing === 0
          ? 'The documents are attached or available in the back office. Check them, then confirm or reject the application before bidding starts. The price and volume stay hidden until then.'
          : `${of - missing} of ${of} documents have been uploaded, so the application is not ready for review yet. We will email you when the company uploads the rest. The price and volume stay hidden until bidding starts.`,
      ],
      action: 'Open the auction console',
    }),
    partial_accepted: ({ number, participant, quantity }) => ({
      subject: `Auction ${number}: participant No.\u00A0${participant} accepted ${quantity}`,
      heading: 'Partial offer accepted',
      paragraphs: [`Participant No.\u00A0${participant} accepted ${quantity}.`],
      action: 'Open the auction console',
    }),
    partial_refused: ({ number, participant, quantity }) => ({
      subject: `Auction ${number}: participant No.\u00A0${participant} declined ${quantity}`,
      heading: 'Partial offer declined',
      paragraphs: [
        `Participant No.\u00A0${participant} did not take ${quantity}. The volume passed to the next participant by rank.`,
      ],
      action: 'Open the auction console',
    }),
    auction_unsuccessful: ({ number, confirmed, minimum, toManagers }) => ({
      subject: `Auction ${number} was unsuccessful`,
      heading: 'The auction was unsuccessful',
      paragraphs: [
        `Confirmed participants when bidding was due to start: ${confirmed}; required: at\u00A0least\u00A0${minimum}.`,
        ...(toManagers
          ? []
          : ['Your preliminary bid will not be disclosed. If the lot is put up again, you can apply again.']),
      ],
      action: toManagers ? 'Open the auction console' : 'Open the auction',
    }),
    auction_ended: ({ number, toManagers }) => ({
      subject: `Auction ${number}: bidding has ended`,
      heading: 'Bidding has ended',
      paragraphs: [
        toManagers
          ? 'Bids are no longer accepted. Please confirm the winners.'
          : 'Bids are no longer accepted. The auction manager is selecting the winners; we will email you the result.',
      ],
      action: toManagers ? 'Open the auction console' : 'View the ranking',
    }),
    chat_message: ({ number, company, toManagers }) => ({
      subject: toManagers
        ? `Auction ${number}: message from ${company}`
        : `Auction ${number}: reply from the administrator`,
      heading: toManagers ? `New chat message from ${company}` : 'New message from the administrator',
      paragraphs: [
        toManagers
          ? 'A participant has written to you in the auction chat:'
          : 'The administrator has replied to you in the auction chat:',
      ],
      action: toManagers ? 'Reply' : 'Open the chat',
    }),
    email_confirmation: ({ company, until }) => ({
      subject: 'Confirm your email address',
      heading: 'Confirm your email address',
      paragraphs: [
        `${company} was registered on the auction portal with this address. Once you confirm it, a manager will review the company’s details.`,
      ],
      action: 'Confirm email address',
      note: `Single-use link, valid until ${until} (Kyiv time).`,
    }),
    email_change: ({ company, until }) => ({
      subject: 'Confirm your new email address',
      heading: 'Confirm your new email address',
      paragraphs: [
        `This address was entered for the account of ${company}. It takes effect once you confirm it; until then the current address stays in use.`,
      ],
      action: 'Confirm new address',
      note: `Single-use link, valid until ${until} (Kyiv time).`,
    }),
    password_reset: ({ company, until }) => ({
      subject: 'Reset your password',
      heading: 'Set a new password',
      paragraphs: [
        `A password reset was requested for the account of ${company}. Setting a new password signs you out everywhere.`,
      ],
      action: 'Set new password',
      note: `Single-use link, valid until ${until} (Kyiv time).`,
    }),
    email_changed: ({ company }) => ({
      subject: 'Your account’s email address has changed',
      heading: 'Your account’s email address has changed',
      paragraphs: [
        `The account of ${company} now uses another email address. You can no longer sign in with this one.`,
      ],
      note: 'If this was not you, contact us immediately.',
    }),
    password_changed: ({ company }) => ({
      subject: 'Your password has changed',
      heading: 'Your password has changed',
      paragraphs: [`The password for the account of ${company} has changed. All other sessions have been signed out.`],
      action: 'View sessions',
      note: 'If this was not you, reset your password and contact us.',
    }),
    two_factor_enabled: ({ company }) => ({
      subject: 'Two-step verification is on',
      heading: 'Two-step verification is on',
      paragraphs: [
        `Signing in to the account of ${company} now also requires a code from an authenticator app. All other sessions have been signed out.`,
      ],
      action: 'View settings',
      note: 'If this was not you, contact us immediately.',
    }),
    two_factor_disabled: ({ company, by }) => ({
      subject: 'Two-step verification is off',
      heading: 'Two-step verification is off',
      paragraphs: [
        by === 'manager'
          ? `A manager has turned off two-step verification for the account of ${company}: a password is now enough to sign in. Turn it on again with your new phone.`
          : `A password is now enough to sign in to the account of ${company}.`,
      ],
      action: 'View settings',
      note: 'If this was not you, change your password and contact us immediately.',
    }),
    recovery_code_used: ({ company, left }) => ({
      subject: 'A recovery code was used to sign in',
      heading: 'A recovery code was used to sign in',
      paragraphs: [
        `Someone signed in to the account of ${company} with a recovery code instead of the authenticator app. Recovery codes left: ${left}.`,
      ],
      action: 'View settings',
      note: 'If this was not you, change your password and contact us immediately.',
    }),
    deletion_refused: ({ company }) => ({
      subject: 'Your data cannot be deleted yet',
      heading: 'Your request to delete personal data was declined',
      paragraphs: [`We reviewed the request of ${company} and cannot carry it out at the moment.`],
      action: 'Personal data',
    }),
    account_erased: ({ company }) => ({
      subject: 'Your personal data has been deleted',
      heading: 'Your personal data has been deleted',
      paragraphs: [
        `The account of ${company} is closed, and the personal data in it has been deleted: names, phone number, email address, emails, messages and all documents that no auction depends on.`,
        'By law we keep agreements, bids and auction protocols. They name the company, not people.',
      ],
    }),
    deletion_requested: ({ company }) => ({
      subject: `${company} requests deletion of its personal data`,
      heading: 'Request to delete personal data',
      paragraphs: [
        `${company} requests that its personal data be deleted and its account closed. By law you must respond within 30 days.`,
      ],
      action: 'Open the company',
    }),
    account_confirmed: ({ company }) => ({
      subject: 'Your account is confirmed',
      heading: 'Your account is confirmed',
      paragraphs: [`The auction manager has reviewed the details of ${company}. You can now apply for auctions.`],
      action: 'Go to auctions',
    }),
    account_rejected: ({ company }) => ({
      subject: 'Your account was not confirmed',
      heading: 'The auction manager did not confirm your account',
      paragraphs: [
        `The auction manager reviewed the details and documents of ${company} and did not confirm its account.`,
        'Correct your details or add documents in your account, and the manager will review them again.',
      ],
      action: 'Open your account',
    }),
    account_deactivated: ({ company }) => ({
      subject: 'Your account has been deactivated',
      heading: 'The auction manager has deactivated your account',
      paragraphs: [
        `The account of ${company} is closed and its sessions have been signed out. Bids in running auctions stay in the protocol but no longer count in the allocation.`,
      ],
    }),
    account_reactivated: ({ company }) => ({
      subject: 'Your account is active again',
      heading: 'Your account is active again',
      paragraphs: [`The account of ${company} is open again. Sign in with your password.`],
      action: 'Sign in',
    }),
    account_waiting: ({ company, sameEdrpou }) => ({
      subject: `New company: ${company}`,
      heading: 'A new company is awaiting confirmation',
      paragraphs: [
        `${company} has registered and confirmed its email address.`,
        ...(sameEdrpou > 0 ? [`Note: companies already registered with the same EDRPOU code: ${sameEdrpou}.`] : []),
      ],
      action: 'Open the company',
    }),
    account_updated: ({ company }) => ({
      subject: `${company}: details changed`,
      heading: 'A company has changed its details',
      paragraphs: [`${company} has changed its details in its account.`],
      action: 'Open the company',
    }),
    document_uploaded: ({ company, attachment }) => ({
      subject: `${company}: new document`,
      heading: 'New document from a company',
      paragraphs: [
        attachment === 'attached'
          ? `${company} has uploaded a document; it is attached.`
          : attachment === 'too_large'
            ? `${company} has uploaded a document. It is too large to attach: open it in the back office.`
            : `${company} uploaded a document and has since deleted it.`,
      ],
      action: attachment === 'deleted' ? 'Open the company' : 'Open the document',
    }),
    order_received: ({ number, company, product, quantity }) => ({
      subject: `Order ${number}: ${company}, ${quantity}`,
      heading: `New order ${number}`,
      paragraphs: [`${company} has ordered ${product}, ${quantity}. Contact the customer and update the order status.`],
      action: 'Open the order',
    }),
    order_confirmation: ({ number, product, quantity }) => ({
      subject: `We have received your order ${number}`,
      heading: 'Thank you for your order',
      paragraphs: [
        `We have received your order ${number}: ${product}, ${quantity}.`,
        'A manager will contact you during working hours to agree the price, payment terms and shipment. Your order is not binding until an agreement is signed.',
      ],
      action: 'Go to the shop',
    }),
    order_status: ({ number, status }) => ({
      subject: {
        in_work: `Order ${number} is being processed`,
        done: `Order ${number} is completed`,
        declined: `Order ${number} was declined`,
      }[status],
      heading: {
        in_work: 'Your order is being processed',
        done: 'Your order is completed',
        declined: 'Your order was declined',
      }[status],
      paragraphs: [
        {
          in_work:
            'A manager is preparing the supply terms and will contact you at the phone number or email address you provided.',
          done: 'Thank you for choosing us. We look forward to your next order.',
          declined:
            'Unfortunately, we cannot fulfil your order this time. If you have questions or would like a different volume, please contact us.',
        }[status],
      ],
      action: 'Go to the shop',
    }),
    feedback_received: ({ number, company, subject, attachment }) => ({
      subject: `Message ${number} from ${company}: ${subject}`,
      heading: `New message ${number}`,
      paragraphs: [
        `${company} has sent a message from its account. Your reply will be emailed to the company and shown in its account.`,
        ...(attachment === 'attached'
          ? ['The files are attached.']
          : attachment === 'too_large'
            ? ['The files are too large to attach: open them in the back office.']
            : []),
      ],
      action: 'Reply',
    }),
    feedback_answered: ({ number, subject }) => ({
      subject: `Reply to your message ${number}: ${subject}`,
      heading: 'We have replied to your message',
      paragraphs: ['Our reply is below. You can also find it in your account.'],
      action: 'Open the message',
    }),
    auction_announced: ({ number, title, start, deadline }) => ({
      subject: `New auction ${number}: ${title}`,
      heading: 'A new auction has been announced',
      paragraphs: [`Bidding starts on ${start}. Applications are accepted until ${deadline}.`],
      action: 'View the lot',
    }),
    subscription_confirmation: ({ kind, until }) => ({
      subject: 'Confirm your subscription to new auctions',
      heading: 'Confirm your subscription',
      paragraphs: [
        `This address was entered to receive emails about new auctions: ${kind.toLowerCase()}. We will only email you once you confirm.`,
      ],
      action: 'Confirm subscription',
      note: `The link is valid until ${until} (Kyiv time).`,
    }),
    staff_letter: ({ subject }) => ({ subject, heading: subject, paragraphs: [] }),
  },
}
