/** Larger photos are scaled down before they are sent: milliseconds on a phone instead of a minute on its line. */
const largestSide = 2560;
const largestPhoto = 1_500_000;
const quality = 0.86;

/** What is sent of a file: a large photo as a smaller JPEG, everything else as it is. `largest`: bytes of a photo that is sent unchanged. */
export async function prepareFile(file: File, largest = largestPhoto): Promise<File> {
  if (!file.type.startsWith("image/")) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = largestSide / Math.max(picture.width, picture.height);
    const small = scale >= 1 && file.size <= largest ? file : await scaled(picture, Math.min(1, scale), file);
    picture.close();
    return small;
  } catch {
    // Not an image that this browser knows: the server decides.
    return file;
  }
}

async function scaled(picture: ImageBitmap, scale: number, file: File): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return file;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, "image/jpeg", quality));
  return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
}

/** Base64. */
export function contentOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(file);
  });
}
