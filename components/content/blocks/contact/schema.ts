import { blockSchema, text, title } from '@/lib/contract/block-fields'

export const contact = blockSchema('contact', {
  name: { uk: 'Контакти', en: 'Contacts', ru: 'Контакты' },
  picture: `
    <path d="M20 30c0 16 14 30 30 30l4-8-10-6-5 4c-5-2-7-5-9-9l4-5-5-10z" fill="#2f7bff"/>
    <rect x="64" y="26" width="44" height="6" rx="2" fill="#56718a"/>
    <rect x="64" y="40" width="36" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="64" y="50" width="40" height="4" rx="2" fill="#b4c2cf"/>
  `,
  fields: {
    title: title(),
    text: text({
      label: { uk: 'Вступне слово', en: 'Introduction', ru: 'Вступительное слово' },
      hint: {
        uk: 'Самі контакти беруться з налаштувань.',
        en: 'The contacts themselves come from the settings.',
        ru: 'Сами контакты берутся из настроек.',
      },
    }),
  },
})
