//! Rules about records that a trainer reads: what it refuses, leaves out, or understands otherwise than it is meant. The
//! pass that reports them is `format/trainers/`, one table for each trainer.

/// The rules about records that a trainer reads.
pub(super) static TRAINING: &[&super::Rule] = &[&RECORD, &ROLE, &ORDER, &LAST, &CONTENT, &MEDIA_COUNT, &MASK, &TOOLS];

rule! {
    RECORD "TW232" "trainer-record" Error
    "a trainer does not read records of this shape"
    "convert the records to a format that it reads, as the message says"
}

rule! {
    ROLE "TW233" "trainer-role" Error
    "a trainer, or the chat template that it uses, does not know the role of a message"
    "write one of the roles that the message names"
}

rule! {
    ORDER "TW234" "trainer-order" Error
    "the messages do not take turns, as the trainer demands"
    "merge neighbouring messages of one side, or remove one: validate without --for does not mind them"
}

rule! {
    LAST "TW235" "trainer-last-message" Warning
    "the last message is not one that the model learns to write"
    "end the record with a message of the assistant"
}

rule! {
    CONTENT "TW236" "trainer-content" Error
    "the trainer does not take the content of a message in this form"
    "write the content as one string"
}

rule! {
    MEDIA_COUNT "TW237" "trainer-media-count" Error
    "there are more or fewer placeholders than files"
    "write one placeholder for each file, in their order"
}

rule! {
    MASK "TW238" "trainer-mask" Warning
    "a message is marked as not to be trained on, and the trainer does not read the mark"
    "remove the record or the mark, or name the field in the settings of the trainer where the message says so"
}

rule! {
    TOOLS "TW239" "trainer-tools" Error
    "the trainer does not take tools or arguments in this form"
    "write them as the message says"
}

rule! {
    FEW_EXAMPLES "TW240" "few-examples" Warning
    "a training file has fewer examples than the service takes"
    "add examples, or check the whole data set instead of a part of it"
}
