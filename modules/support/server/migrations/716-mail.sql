-- How a visitor's message arrived: null in the chat, `mail` by mail, `mail_other` by mail from another address than that of the conversation.
ALTER TABLE support.chat_messages ADD COLUMN via text CHECK (via IN ('mail', 'mail_other'));
