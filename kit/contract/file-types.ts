/** A workbook of a spreadsheet program (XLSX). */
export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
