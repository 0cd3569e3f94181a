/** Where people reach whoever runs this installation. */
export const supportEmail = 'help@oja.example.com'
