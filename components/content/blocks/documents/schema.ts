import { blockSchema, files, title } from '@/lib/contract/block-fields'

export const documents = blockSchema('documents', {
  name: { uk: 'Документи', en: 'Documents', ru: 'Документы' },
  picture: `
    <path d="M14 8h9l4 4v13H14z" fill="none" stroke="#2f7bff" stroke-width="2"/>
    <rect x="36" y="12" width="60" height="5" rx="2" fill="#56718a"/>
    <path d="M14 32h9l4 4v13H14z" fill="none" stroke="#2f7bff" stroke-width="2"/>
    <rect x="36" y="36" width="60" height="5" rx="2" fill="#56718a"/>
    <path d="M14 56h9l4 4v13H14z" fill="none" stroke="#2f7bff" stroke-width="2"/>
    <rect x="36" y="60" width="60" height="5" rx="2" fill="#56718a"/>
  `,
  fields: { title: title(), items: files(60) },
})
