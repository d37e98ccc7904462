import { blockSchema, html, items, line, title } from '@/lib/contract/block-fields'

export const faq = blockSchema('faq', {
  name: { uk: 'Запитання й відповіді', en: 'Questions and answers', ru: 'Вопросы и ответы' },
  picture: `
    <rect x="12" y="12" width="70" height="6" rx="2" fill="#56718a"/>
    <path d="m98 13 5 5 5-5" fill="none" stroke="#2f7bff" stroke-width="2"/>
    <rect x="12" y="23" width="96" height="2" rx="2" fill="#b4c2cf"/>
    <rect x="12" y="36" width="70" height="6" rx="2" fill="#56718a"/>
    <path d="m98 37 5 5 5-5" fill="none" stroke="#2f7bff" stroke-width="2"/>
    <rect x="12" y="47" width="96" height="2" rx="2" fill="#b4c2cf"/>
    <rect x="12" y="60" width="70" height="6" rx="2" fill="#56718a"/>
    <path d="m98 61 5 5 5-5" fill="none" stroke="#2f7bff" stroke-width="2"/>
    <rect x="12" y="71" width="96" height="2" rx="2" fill="#b4c2cf"/>
  `,
  fields: {
    title: title(),
    items: items(60, {
      question: line({ label: { uk: 'Запитання', en: 'Question', ru: 'Вопрос' } }),
      html: html('answer', { uk: 'Відповідь', en: 'Answer', ru: 'Ответ' }),
    }),
  },
})
